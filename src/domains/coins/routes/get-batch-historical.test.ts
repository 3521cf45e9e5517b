import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
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
import { getBatchHistorical } from './get-batch-historical.ts'

const FIRST = NOW_SEC - 100 * DAY
const SECOND = NOW_SEC - 50 * DAY
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(tokens, [
    tokenRow(BTC, 'BTC', null),
    tokenRow(USDC, 'USDC', 6),
    tokenRow('base:0x1', 'USDbC', 6, USDC),
  ])
  await app.put(prices, [
    priceRow(BTC, FIRST - 60, 60_000, 0.99),
    priceRow(BTC, FIRST + 90, 60_100, 0.99),
    // Between the two asked timestamps, near neither.
    priceRow(BTC, FIRST + 20 * DAY, 65_000, 0.99),
    priceRow(BTC, SECOND, 70_000, null),
    priceRow(USDC, SECOND - 6 * HOUR, 1, 0.95),
    priceRow('base:0x2', FIRST + 2 * DAY, 2),
    priceRow('base:0x3', FIRST, 3, 0.4),
    { ...priceRow('base:0x4', FIRST, 4), quality: 'held' },
    priceRow('base:0x4', FIRST + 60, 40),
  ])
})

afterAll(() => app.stop())

const get = (batch: unknown, query = '') =>
  app.get(
    `/batchHistorical?coins=${encodeURIComponent(typeof batch === 'string' ? batch : JSON.stringify(batch))}${query}`,
  )

test('default: for each coin the records nearest to its own timestamps', async () => {
  const { status, body } = await get({ [BTC]: [FIRST, SECOND], [USDC]: [SECOND] })
  expect(status).toBe(200)
  expect(body).toEqual({
    coins: {
      [BTC]: {
        symbol: 'BTC',
        prices: [
          { timestamp: FIRST - 60, price: 60_000, confidence: 0.99 },
          { timestamp: SECOND, price: 70_000, confidence: null },
        ],
      },
      [USDC]: {
        symbol: 'USDC',
        prices: [{ timestamp: SECOND - 6 * HOUR, price: 1, confidence: 0.95 }],
      },
    },
  })
  expectDeclared(getBatchHistorical, body)
})

test('behavior: GET on both roots and POST on the pro root give the same body', async () => {
  const coins = {
    [BTC]: [SECOND, FIRST],
    [`Ethereum:${USDC.slice(9)}`]: [SECOND],
    'nobody:1': [FIRST],
  }
  const free = await get(coins, '&include=missing')
  const query = `coins=${encodeURIComponent(JSON.stringify(coins))}&include=missing`
  const pro = await app.get(`/coins/batchHistorical?${query}`, { pro: true })
  const posted = await app.post('/coins/batchHistorical?include=missing', { coins }, { pro: true })
  expect(free.body).toMatchObject({ missing: { 'nobody:1': 'unknown coin' } })
  expect(pro.body).toEqual(free.body)
  expect(posted).toMatchObject({ status: 200, body: free.body })
  expectDeclared(getBatchHistorical, posted.body)
})

describe('records', () => {
  const pricesOf = async (timestamps: number[], query = '') => {
    const { body } = await get({ [BTC]: timestamps }, query)
    return (body as { coins: Record<string, { prices: { price: number }[] }> }).coins[
      BTC
    ]?.prices.map(({ price }) => price)
  }

  test('behavior: they come in order of time, whatever the order of the timestamps', async () => {
    expect(await pricesOf([SECOND, FIRST + 90, FIRST])).toEqual([60_000, 60_100, 70_000])
  })

  test('behavior: a record that is nearest to two timestamps comes once', async () => {
    expect(await pricesOf([SECOND, SECOND + 60, SECOND])).toEqual([70_000])
  })

  test('behavior: a timestamp without a record gives none, the others theirs', async () => {
    expect(await pricesOf([FIRST + 10 * DAY, SECOND])).toEqual([70_000])
  })

  test('behavior: a coin does not take the timestamps of another', async () => {
    const { body } = await get({ [BTC]: [SECOND], 'base:0x3': [FIRST] })
    expect(body).toMatchObject({
      coins: { [BTC]: { prices: [{ price: 70_000 }] }, 'base:0x3': { prices: [{ price: 3 }] } },
    })
  })

  test('behavior: a fraction of a second is cut off', async () => {
    expect(await pricesOf([SECOND + 0.7])).toEqual([70_000])
  })

  test('behavior: a redirect has its own symbol and the prices of its target', async () => {
    const { body } = await get({ 'base:0x1': [SECOND] })
    expect(body).toMatchObject({
      coins: { 'base:0x1': { symbol: 'USDbC', prices: [{ price: 1 }] } },
    })
  })

  test('behavior: a prefix that clients send means the same coin', async () => {
    const { body } = await get({ 'coingecko:bitcoin': [SECOND], [BTC]: [FIRST] })
    expect(body).toMatchObject({
      coins: {
        'coingecko:bitcoin': { symbol: 'BTC', prices: [{ timestamp: SECOND, price: 70_000 }] },
        [BTC]: { prices: [{ timestamp: FIRST - 60, price: 60_000 }] },
      },
    })
  })

  test('behavior: a held price is never served', async () => {
    const { body } = await get({ 'base:0x4': [FIRST] })
    expect(body).toMatchObject({
      coins: { 'base:0x4': { prices: [{ timestamp: FIRST + 60, price: 40 }] } },
    })
  })

  test('behavior: minConfidence leaves doubtful prices out', async () => {
    expect((await get({ 'base:0x3': [FIRST] }, '&minConfidence=0.5')).body).toEqual({ coins: {} })
  })
})

describe('searchWidth', () => {
  test('behavior: 6 hours on either side', async () => {
    expect((await get({ [USDC]: [SECOND + 1] }, '&include=missing')).body).toEqual({
      coins: {},
      missing: { [USDC]: 'no price within 21600 s of any asked timestamp' },
    })
  })

  test.each(['2d', '5d'])(
    'behavior: searchWidth=%s reaches two days, never farther',
    async (width) => {
      expect((await get({ 'base:0x2': [FIRST] }, `&searchWidth=${width}`)).body).toMatchObject({
        coins: { 'base:0x2': { prices: [{ price: 2 }] } },
      })
      expect((await get({ 'base:0x2': [FIRST - 1] }, `&searchWidth=${width}`)).body).toEqual({
        coins: {},
      })
    },
  )
})

describe('limits', () => {
  test('behavior: timestamps at the ends of time are no error', async () => {
    expect(await get({ [BTC]: [0, 4_294_967_295] })).toMatchObject({
      status: 200,
      body: { coins: {} },
    })
  })

  test('behavior: a coin without timestamps is left out', async () => {
    expect(await get({ [BTC]: [] })).toMatchObject({ status: 200, body: { coins: {} } })
  })

  test('behavior: 5,000 scattered timestamps over many records are answered', async () => {
    // A record every five minutes for two years; timestamps 200 minutes apart, each on a record.
    const start = NOW_SEC - 730 * DAY
    await app.put(
      prices,
      Array.from({ length: 210_000 }, (_, index) =>
        priceRow('base:0x5', start + index * 300, index),
      ),
    )
    const timestamps = Array.from({ length: 5_000 }, (_, index) => start + index * 12_000)
    const { status, body } = await app.post(
      '/coins/batchHistorical?searchWidth=1',
      { coins: { 'base:0x5': timestamps } },
      { pro: true },
    )
    expect(status).toBe(200)
    const found = (body as { coins: Record<string, { prices: { price: number }[] }> }).coins[
      'base:0x5'
    ]?.prices
    expect(found?.map(({ price }) => price)).toEqual(
      Array.from({ length: 5_000 }, (_, index) => index * 40),
    )
  })

  test('error: 400 when there are more than 500 coins', async () => {
    const coins = Object.fromEntries(
      Array.from({ length: 501 }, (_, index) => [`nobody:${index}`, [1]]),
    )
    expect(await app.post('/coins/batchHistorical', { coins }, { pro: true })).toMatchObject({
      status: 400,
    })
  })

  test('error: 400 when there are more than 5,000 timestamps', async () => {
    const coins = { [BTC]: Array.from({ length: 5_001 }, (_, index) => index) }
    expect(await app.post('/coins/batchHistorical', { coins }, { pro: true })).toMatchObject({
      status: 400,
    })
  })

  test('error: 405 when the free root is asked by POST', async () => {
    expect(await app.post('/batchHistorical', { coins: { [BTC]: [FIRST] } })).toMatchObject({
      status: 405,
    })
  })
})

describe('what cannot be read', () => {
  test.each([
    '',
    '{',
    'null',
    '5',
    '"text"',
    '[]',
    '{}',
    '{"a:1":5}',
    '{"a:1":["5"]}',
    '{"a:1":[null]}',
    '{"a:1":[-1]}',
    '{"a:1":[4294967296]}',
    '{"a:1":{}}',
  ])('error: 400 when coins is %s', async (text) => {
    expect(await get(text)).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter', message: expect.stringContaining('coins') },
    })
  })

  test('error: 400 when coins is absent', async () => {
    expect((await app.get('/batchHistorical')).status).toBe(400)
  })

  test.each([
    '{',
    '',
    '[]',
    '5',
    '"text"',
    'null',
    '{}',
    '{"coins":null}',
    '{"coins":[]}',
    '{"coins":{}}',
    '{"coins":{"a:1":"5"}}',
  ])('error: 400 when the posted body is %s', async (payload) => {
    expect(await app.post('/coins/batchHistorical', payload, { pro: true })).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
  })
})
