import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { dayStart } from '../../../lib/clock.ts'
import { tokens } from '../../registry/public.ts'
import { prices } from '../facts.ts'
import {
  BTC,
  DAY,
  expectDeclared,
  HOUR,
  priceRow,
  tokenRow,
  USDC,
} from '../price-facts-for-tests.ts'
import { getChart } from './get-chart.ts'

// The clock stands at noon; daily timestamps are midnights.
const daysAgo = (days: number) => dayStart(NOW_SEC) - days * DAY
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(tokens, [
    tokenRow(BTC, 'BTC', null),
    tokenRow(USDC, 'USDC', 6),
    tokenRow('base:0x1', 'USDbC', 18, USDC),
  ])
  await app.put(prices, [
    // A price every midnight for ten days, a minute late, rising by one a day: 90 ten days ago, 100
    // today.
    ...Array.from({ length: 11 }, (_, day) =>
      priceRow(BTC, daysAgo(10 - day) - 60, 90 + day, day === 3 ? 0.7 : 0.9),
    ),
    // And one in the middle of a day, near no timestamp of a daily chart.
    priceRow(BTC, daysAgo(5) + 12 * HOUR, 1_000),
    priceRow(USDC, daysAgo(1), 1.01, null),
    priceRow(USDC, daysAgo(0), 1.02, null),
    priceRow('base:0x2', daysAgo(2) + 8_640, 2),
    priceRow('base:0x3', daysAgo(2) + 8_641, 3),
    { ...priceRow('base:0x4', daysAgo(1), 400), quality: 'held' },
    priceRow('base:0x4', daysAgo(1) - 60, 4),
    ...Array.from({ length: 25 }, (_, hour) => priceRow('base:0x5', NOW_SEC - hour * HOUR, hour)),
  ])
})

afterAll(() => app.stop())

const ask = (coins: string, query = '') => app.get(`/chart/${coins}${query}`)
const askPro = (coins: string, query = '') =>
  app.get(`/coins/chart/${coins}${query}`, { pro: true })
const pricesOf = (response: { body: unknown }, coin = BTC) =>
  (response.body as { coins: Record<string, { prices: { price: number }[] }> }).coins[
    coin
  ]?.prices.map(({ price }) => price)

test('default: prices a day apart, back from now', async () => {
  const { status, body } = await ask(`${USDC},${BTC}`, '?span=2')
  expect(status).toBe(200)
  expect(body).toEqual({
    coins: {
      [USDC]: {
        symbol: 'USDC',
        decimals: 6,
        confidence: null,
        prices: [
          { timestamp: daysAgo(1), price: 1.01 },
          { timestamp: daysAgo(0), price: 1.02 },
        ],
      },
      [BTC]: {
        symbol: 'BTC',
        confidence: 0.9,
        prices: [
          { timestamp: daysAgo(1) - 60, price: 99 },
          { timestamp: daysAgo(0) - 60, price: 100 },
        ],
      },
    },
  })
  expectDeclared(getChart, body)
})

describe('free reading, on both roots', () => {
  test.each([
    {
      name: 'neither bound: everything',
      query: '',
      expected: [90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100],
    },
    { name: 'neither bound, span 3', query: '?span=3', expected: [98, 99, 100] },
    { name: 'end only', query: `?end=${daysAgo(7)}`, expected: [90, 91, 92, 93] },
    { name: 'end only, span 2', query: `?end=${daysAgo(7)}&span=2`, expected: [92, 93] },
    { name: 'start only', query: `?start=${daysAgo(2)}`, expected: [98, 99, 100] },
    { name: 'start only, span 2', query: `?start=${daysAgo(6)}&span=2`, expected: [94, 95] },
    { name: 'both', query: `?start=${daysAgo(6)}&end=${daysAgo(4)}`, expected: [94, 95, 96] },
    {
      name: 'both, span 2',
      query: `?start=${daysAgo(6)}&end=${daysAgo(4)}&span=2`,
      expected: [94, 95],
    },
    {
      name: 'both, span 0',
      query: `?start=${daysAgo(6)}&end=${daysAgo(4)}&span=0`,
      expected: [94, 95, 96],
    },
    { name: 'every second day', query: '?period=2d&span=3', expected: [96, 98, 100] },
    {
      name: 'every 12 hours',
      query: `?start=${daysAgo(6)}&end=${daysAgo(4)}&period=12h`,
      expected: [94, 95, 1_000, 96],
    },
    {
      name: 'a fixed range with a bound',
      query: `?end=${daysAgo(0)}&period=7d&span=2`,
      expected: [93, 100],
    },
  ])('behavior: $name', async ({ query, expected }) => {
    expect(pricesOf(await ask(BTC, query))).toEqual(expected)
    expect(pricesOf(await askPro(BTC, query))).toEqual(expected)
  })

  test('behavior: period=7d is a spacing on the free root', async () => {
    expect(pricesOf(await ask(BTC, '?period=7d'))).toEqual([93, 100])
  })
})

describe('pro reading', () => {
  test('behavior: period=7d is the last seven days, daily', async () => {
    const response = await askPro(BTC, '?period=7d')
    expect(pricesOf(response)).toEqual([93, 94, 95, 96, 97, 98, 99, 100])
    expectDeclared(getChart, response.body)
  })

  test('behavior: span is the hours between points', async () => {
    expect(pricesOf(await askPro(BTC, '?period=7d&span=72'))).toEqual([94, 97, 100])
  })

  test('behavior: period=1d is the last day, hourly', async () => {
    // The price of base:0x5 is its age in hours.
    expect(pricesOf(await askPro('base:0x5', '?period=1d'), 'base:0x5')).toEqual(
      Array.from({ length: 25 }, (_, hour) => 24 - hour),
    )
  })

  test('behavior: a range that begins before the first record has what there is', async () => {
    expect(pricesOf(await askPro(BTC, '?period=365d'))).toHaveLength(11)
  })
})

describe('records', () => {
  test('behavior: the confidence is the lowest of the points', async () => {
    expect((await ask(BTC)).body).toMatchObject({ coins: { [BTC]: { confidence: 0.7 } } })
  })

  test('behavior: a record may be a tenth of the period away, not a second more', async () => {
    expect((await ask('base:0x2,base:0x3', '?span=5&include=missing')).body).toMatchObject({
      coins: { 'base:0x2': { prices: [{ price: 2 }] } },
      missing: { 'base:0x3': 'no price within 8640 s of any time of the chart' },
    })
  })

  test('behavior: searchWidth widens and narrows it; a record is there once', async () => {
    expect(pricesOf(await ask('base:0x3', '?span=5&searchWidth=2d'), 'base:0x3')).toEqual([3])
    expect((await ask(BTC, '?span=5&searchWidth=59')).body).toEqual({ coins: {} })
    expect(pricesOf(await ask(BTC, '?span=5&searchWidth=1m'))).toHaveLength(5)
  })

  test('behavior: a held price is never served', async () => {
    expect(pricesOf(await ask('base:0x4', '?span=2'), 'base:0x4')).toEqual([4])
  })

  test('behavior: a redirect has its own symbol and decimals and the prices of its target; keys repeat the request', async () => {
    expect((await ask('Base:0x1', '?span=1')).body).toEqual({
      coins: {
        'Base:0x1': {
          symbol: 'USDbC',
          decimals: 18,
          confidence: null,
          prices: [{ timestamp: daysAgo(0), price: 1.02 }],
        },
      },
    })
  })

  test('behavior: unknown coins are left out, with the reason on request', async () => {
    expect((await ask('nobody:1,junk', '?include=missing')).body).toEqual({
      coins: {},
      missing: {
        'nobody:1': 'unknown coin',
        junk: 'not a coin id: write <chain>:<address> or <source>:<id>, such as aggregator:bitcoin',
      },
    })
  })
})

describe('limits', () => {
  test.each([
    '?end=1000&span=10',
    '?period=1w&span=5000',
    '?start=4294967295',
    '?end=4294967295',
    '?start=0&period=1s',
    '?period=4000000000',
    '?end=0',
    '?span=1000000',
  ])('behavior: %s is answered', async (query) => {
    expect((await ask(BTC, query)).status).toBe(200)
    expect((await askPro(BTC, query)).status).toBe(200)
  })

  test('behavior: of too many points the newest are kept', async () => {
    // 11 days of minutes are 15,841 timestamps; the last 5,000 reach back 83 hours, to the record
    // of three days ago.
    expect(
      pricesOf(await ask(BTC, `?start=${daysAgo(11)}&end=${daysAgo(0)}&period=1m&searchWidth=1`)),
    ).toEqual([97, 98, 99, 100])
  })

  test.each([
    'start=abc',
    'end=-1',
    'span=-1',
    'span=1.5',
    'span=x',
    'period=abc',
    'period=0',
    'period=-1d',
    'period=99999999999d',
    'searchWidth=x',
  ])('error: 400 when %s', async (query) => {
    expect(await ask(BTC, `?${query}`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
  })

  test('error: 400 when the start is after the end', async () => {
    expect((await ask(BTC, `?start=${daysAgo(1)}&end=${daysAgo(2)}`)).status).toBe(400)
  })
})

test('behavior: at any time of day a chart has all its points', async () => {
  await app.stop()
  app = await TestApp.start({ ALMANAC_CLOCK: '2026-01-14T11:50:00Z' })
  // Two years of midnights, and the last 30 hours; at 11:50 the last full hour is 11:00.
  await app.put(prices, [
    ...Array.from({ length: 731 }, (_, day) => priceRow(BTC, daysAgo(day), day + 1)),
    ...Array.from({ length: 30 }, (_, hour) =>
      priceRow('base:0x5', daysAgo(0) + (11 - hour) * HOUR, hour + 1),
    ),
  ])
  expect(pricesOf(await ask(BTC))).toHaveLength(731)
  expect(pricesOf(await askPro(BTC, '?period=365d'))).toEqual(
    Array.from({ length: 366 }, (_, day) => 366 - day),
  )
  expect(pricesOf(await askPro('base:0x5', '?period=1d'), 'base:0x5')).toEqual(
    Array.from({ length: 25 }, (_, hour) => 25 - hour),
  )
})
