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
import { getPercentage } from './get-percentage.ts'

const TIMESTAMP = NOW_SEC - 50 * DAY
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(tokens, [
    tokenRow(BTC, 'BTC', null),
    tokenRow(USDC, 'USDC', 6),
    tokenRow('base:0x1', 'USDbC', 6, USDC),
  ])
  await app.put(prices, [
    priceRow(BTC, NOW_SEC - DAY, 80),
    priceRow(BTC, NOW_SEC, 100),
    priceRow(BTC, TIMESTAMP - DAY, 50),
    priceRow(BTC, TIMESTAMP, 40),
    priceRow(BTC, TIMESTAMP + DAY, 60),
    priceRow(BTC, TIMESTAMP - 21 * DAY - 2 * DAY, 32),
    priceRow(USDC, NOW_SEC - DAY - 6 * HOUR, 1),
    priceRow(USDC, NOW_SEC, 1.5),
    priceRow('base:0x2', NOW_SEC - DAY, 0),
    priceRow('base:0x2', NOW_SEC, 5),
    priceRow('base:0x3', NOW_SEC, 5),
    priceRow('base:0x4', NOW_SEC - DAY, 5),
    priceRow('base:0x5', NOW_SEC - DAY - 6 * HOUR - 1, 4),
    priceRow('base:0x5', NOW_SEC, 5),
    priceRow('base:0x6', NOW_SEC - DAY, 10),
    priceRow('base:0x6', NOW_SEC - 60, 9),
    { ...priceRow('base:0x6', NOW_SEC, 900), quality: 'held' },
  ])
})

afterAll(() => app.stop())

const coinsOf = async (coins: string, query = '') =>
  (await app.get(`/percentage/${coins}${query}`)).body

test('default: the price now and its change over 24 hours', async () => {
  const { status, body } = await app.get(`/percentage/${BTC}`)
  expect(status).toBe(200)
  // (100 − 80) ÷ 80 × 100
  expect(body).toEqual({ coins: { [BTC]: { symbol: 'BTC', price: 100, change: 25 } } })
  expectDeclared(getPercentage, body)
})

test('behavior: free and pro agree', async () => {
  const query = `?timestamp=${TIMESTAMP}&include=missing`
  const pro = await app.get(`/coins/percentage/${BTC},nobody:1${query}`, { pro: true })
  expect(pro.body).toEqual(await coinsOf(`${BTC},nobody:1`, query))
  expectDeclared(getPercentage, pro.body)
})

describe('the two timestamps', () => {
  test.each([
    // (40 − 50) ÷ 50 × 100
    {
      name: 'looking back from a timestamp',
      query: `?timestamp=${TIMESTAMP}`,
      price: 40,
      change: -20,
    },
    {
      name: 'lookForward=false is the same',
      query: `?timestamp=${TIMESTAMP}&lookForward=false`,
      price: 40,
      change: -20,
    },
    // (60 − 40) ÷ 40 × 100
    {
      name: 'looking forward from it',
      query: `?timestamp=${TIMESTAMP}&lookForward=true`,
      price: 40,
      change: 50,
    },
    // (60 − 50) ÷ 50 × 100
    {
      name: 'a period of two days',
      query: `?timestamp=${TIMESTAMP + DAY}&period=2d`,
      price: 60,
      change: 20,
    },
    {
      name: 'the same in hours',
      query: `?timestamp=${TIMESTAMP + DAY}&period=48h`,
      price: 60,
      change: 20,
    },
    {
      name: 'the same in seconds',
      query: `?timestamp=${TIMESTAMP + DAY}&period=172800`,
      price: 60,
      change: 20,
    },
    // (40 − 32) ÷ 32 × 100: the record is two days before the timestamp, the farthest that is
    // looked.
    {
      name: 'a period of three weeks',
      query: `?timestamp=${TIMESTAMP}&period=3w`,
      price: 40,
      change: 25,
    },
  ])('behavior: $name', async ({ query, price, change }) => {
    expect(await coinsOf(BTC, query)).toEqual({
      coins: { [BTC]: { symbol: 'BTC', price, change } },
    })
  })

  test('behavior: a redirect takes the prices of its target', async () => {
    expect(await coinsOf('Base:0x1')).toEqual({
      coins: { 'Base:0x1': { symbol: 'USDbC', price: 1.5, change: 50 } },
    })
  })

  test('behavior: a held price takes no part', async () => {
    // (9 − 10) ÷ 10 × 100
    expect(await coinsOf('base:0x6')).toEqual({
      coins: { 'base:0x6': { symbol: null, price: 9, change: -10 } },
    })
  })
})

describe('what is missing', () => {
  test('behavior: a coin without a price at either timestamp is left out, with the reason on request', async () => {
    expect(await coinsOf('base:0x3,base:0x4,base:0x5,nobody:1', '?include=missing')).toEqual({
      coins: {},
      missing: {
        'base:0x3': `no price within 21600 s of ${NOW_SEC - DAY}`,
        'base:0x4': `no price within 21600 s of ${NOW_SEC}`,
        'base:0x5': `no price within 21600 s of ${NOW_SEC - DAY}`,
        'nobody:1': 'unknown coin',
      },
    })
  })

  test('behavior: a record a quarter of the period away is near enough', async () => {
    expect(await coinsOf(USDC)).toEqual({
      coins: { [USDC]: { symbol: 'USDC', price: 1.5, change: 50 } },
    })
  })

  test('behavior: searchWidth decides how near it must be', async () => {
    expect(await coinsOf(USDC, '?searchWidth=5h')).toEqual({ coins: {} })
    expect(await coinsOf('base:0x5', '?searchWidth=7h')).toEqual({
      coins: { 'base:0x5': { symbol: null, price: 5, change: 25 } },
    })
  })

  test('behavior: a change from 0 has no meaning: null', async () => {
    const body = await coinsOf('base:0x2')
    expect(body).toEqual({ coins: { 'base:0x2': { symbol: null, price: 5, change: null } } })
    expectDeclared(getPercentage, body)
  })

  test.each(['?timestamp=100&period=1w', '?timestamp=4294967295&lookForward=true', '?timestamp=0'])(
    'behavior: %s is outside of all records, and that is no error',
    async (query) => {
      expect(await app.get(`/percentage/${BTC}${query}`)).toMatchObject({
        status: 200,
        body: { coins: {} },
      })
    },
  )
})

describe('client shapes', () => {
  test('behavior: clientShapes=true gives the bare number', async () => {
    const body = await coinsOf(`${BTC},${USDC}`, '?clientShapes=true')
    expect(body).toEqual({ coins: { [BTC]: 25, [USDC]: 50 } })
    expectDeclared(getPercentage, body)
  })

  test('behavior: a change without meaning is then left out, with the reason on request', async () => {
    expect(await coinsOf('base:0x2', '?clientShapes=true&include=missing')).toEqual({
      coins: {},
      missing: { 'base:0x2': 'the earlier price is 0' },
    })
  })
})

test.each([
  'timestamp=abc',
  'timestamp=-1',
  'lookForward=yes',
  'period=abc',
  'period=0',
  'period=-1d',
  'searchWidth=x',
  'include=all',
])('error: 400 when %s', async (query) => {
  expect(await app.get(`/percentage/${BTC}?${query}`)).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})
