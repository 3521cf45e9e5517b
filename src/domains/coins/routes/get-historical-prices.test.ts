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
import { getHistoricalPrices } from './get-historical-prices.ts'

const TIMESTAMP = NOW_SEC - 100 * DAY
const BRIDGED = 'base:0xb1'
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(tokens, [
    tokenRow(BTC, 'BTC', 8),
    tokenRow(USDC, 'USDC', 6),
    tokenRow(BRIDGED, 'USDbC', 18, USDC),
  ])
  await app.put(prices, [
    priceRow(BTC, TIMESTAMP - 600, 60_000, 0.99),
    priceRow(BTC, TIMESTAMP + 300, 61_000, 0.99),
    priceRow(USDC, TIMESTAMP - 60, 0.9999, 0.95),
    // Equally far on both sides.
    priceRow('base:0x1', TIMESTAMP - 500, 1),
    priceRow('base:0x1', TIMESTAMP + 500, 2),
    priceRow('base:0x2', TIMESTAMP - 6 * HOUR, 6),
    priceRow('base:0x3', TIMESTAMP + 6 * HOUR + 1, 7),
    priceRow('base:0x4', TIMESTAMP + 2 * DAY, 4),
    priceRow('base:0x5', TIMESTAMP + 2 * DAY + 1, 5),
    { ...priceRow('base:0x6', TIMESTAMP, 600), quality: 'held' },
    priceRow('base:0x6', TIMESTAMP - 60, 6),
    priceRow('base:0x7', TIMESTAMP, 7, 0.4),
    priceRow('base:0x7', TIMESTAMP - 60, 70, 0.8),
    priceRow('base:0x8', TIMESTAMP, 8, 0.9),
    priceRow('base:0x9', TIMESTAMP, 9, null),
  ])
  // The price of base:0x8 is corrected to one that is trusted less.
  await app.put(prices, [priceRow('base:0x8', TIMESTAMP, 80, 0.4)])
})

afterAll(() => app.stop())

const ask = (coins: string, query = '', timestamp: number | string = TIMESTAMP) =>
  app.get(`/prices/historical/${timestamp}/${encodeURIComponent(coins)}${query}`)
const coinsOf = async (coins: string, query = '') => (await ask(coins, query)).body

test('default: the nearest record, with its own time', async () => {
  const { status, body } = await ask(`${BTC},${USDC}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    coins: {
      [BTC]: { symbol: 'BTC', price: 61_000, timestamp: TIMESTAMP + 300, confidence: 0.99 },
      [USDC]: {
        decimals: 6,
        symbol: 'USDC',
        price: 0.9999,
        timestamp: TIMESTAMP - 60,
        confidence: 0.95,
      },
    },
  })
  expectDeclared(getHistoricalPrices, body)
})

test('behavior: free and pro agree', async () => {
  const pro = await app.get(
    `/coins/prices/historical/${TIMESTAMP}/${BTC},nobody:1?include=missing`,
    {
      pro: true,
    },
  )
  expect(pro.body).toEqual(await coinsOf(`${BTC},nobody:1`, '?include=missing'))
  expectDeclared(getHistoricalPrices, pro.body)
})

test('behavior: the response is keyed by the text that asked, each text once', async () => {
  const upper = `Ethereum:${USDC.slice('ethereum:'.length).toUpperCase()}`
  const { body } = await ask(`${upper},${USDC},${upper}`)
  expect(Object.keys((body as { coins: object }).coins)).toEqual([upper, USDC])
})

test('behavior: a redirect gives symbol and decimals of the requested coin, the rest of the target', async () => {
  expect(await coinsOf(BRIDGED)).toEqual({
    coins: {
      [BRIDGED]: {
        decimals: 18,
        symbol: 'USDbC',
        price: 0.9999,
        timestamp: TIMESTAMP - 60,
        confidence: 0.95,
      },
    },
  })
})

describe('nearest', () => {
  test('behavior: of two equally near records the earlier', async () => {
    expect(await coinsOf('base:0x1')).toMatchObject({
      coins: { 'base:0x1': { price: 1, timestamp: TIMESTAMP - 500 } },
    })
  })

  test('behavior: 6 hours on either side, not a second more', async () => {
    expect(await coinsOf('base:0x2,base:0x3', '?include=missing')).toMatchObject({
      coins: { 'base:0x2': { price: 6 } },
      missing: { 'base:0x3': `no price within 21600 s of ${TIMESTAMP}` },
    })
  })

  test.each(['600', '10m', '600s'])('behavior: searchWidth=%s narrows it', async (width) => {
    expect(await coinsOf(`base:0x1,base:0x2`, `?searchWidth=${width}`)).toMatchObject({
      coins: { 'base:0x1': { price: 1 } },
    })
    expect(await coinsOf('base:0x2', `?searchWidth=${width}`)).toEqual({ coins: {} })
  })

  test.each(['2d', '3d', '1w', '4000000000'])(
    'behavior: searchWidth=%s reaches two days, never farther',
    async (width) => {
      expect(
        await coinsOf('base:0x4,base:0x5', `?searchWidth=${width}&include=missing`),
      ).toMatchObject({
        coins: { 'base:0x4': { price: 4 } },
        missing: { 'base:0x5': `no price within 172800 s of ${TIMESTAMP}` },
      })
    },
  )

  test('behavior: a fraction of a second is cut off', async () => {
    expect((await ask('base:0x1', '', `${TIMESTAMP}.9`)).body).toEqual(await coinsOf('base:0x1'))
  })

  test.each([0, 4_294_967_295])(
    'behavior: at second %d there is no price, and that is no error',
    async (timestamp) => {
      expect(await ask(BTC, '?searchWidth=2d', timestamp)).toMatchObject({
        status: 200,
        body: { coins: {} },
      })
    },
  )
})

describe('quality', () => {
  test('behavior: a held price is never served; the one beside it is', async () => {
    expect(await coinsOf('base:0x6')).toMatchObject({
      coins: { 'base:0x6': { price: 6, timestamp: TIMESTAMP - 60 } },
    })
  })

  test('behavior: minConfidence takes the nearest that is trusted enough', async () => {
    expect(await coinsOf('base:0x7')).toMatchObject({ coins: { 'base:0x7': { price: 7 } } })
    expect(await coinsOf('base:0x7', '?minConfidence=0.5')).toMatchObject({
      coins: { 'base:0x7': { price: 70 } },
    })
  })

  test('behavior: minConfidence does not bring back a price that was corrected', async () => {
    expect(await coinsOf('base:0x8')).toMatchObject({ coins: { 'base:0x8': { price: 80 } } })
    expect(await coinsOf('base:0x8', '?minConfidence=0.5')).toEqual({ coins: {} })
  })

  test('behavior: a price without a confidence stays', async () => {
    expect(await coinsOf('base:0x9', '?minConfidence=1')).toMatchObject({
      coins: { 'base:0x9': { price: 9, confidence: null } },
    })
  })
})

test.each([
  "ethereum:0x'; DROP TABLE x; --",
  'ethereum:\\',
  'ethereum:\\N',
  'ethereum:"{}[]',
  'ethereum:a\tb\nc',
  'ethereum:日本',
])('behavior: %j is an unknown coin like any other', async (coin) => {
  const { status, body } = await ask(coin, '?include=missing')
  expect(status).toBe(200)
  expect(JSON.stringify(body)).toBe(
    `{"coins":{},"missing":{${JSON.stringify(coin)}:"unknown coin"}}`,
  )
})

test.each(['abc', '-1', '1e9', '4294967296', '2026-01-01', '1760000000000'])(
  'error: 400 when the timestamp is %s',
  async (timestamp) => {
    expect(await ask(BTC, '', timestamp)).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
  },
)

test('error: 400 when there are more than 500 coins', async () => {
  const ids = Array.from({ length: 501 }, (_, index) => `nobody:${index}`)
  expect((await ask(ids.join())).status).toBe(400)
})

test('behavior: a text that is no coin id gets the form that is expected', async () => {
  const { status, body } = await ask('__proto__', '?include=missing')
  expect(status).toBe(200)
  expect(JSON.stringify(body)).toBe(
    '{"coins":{},"missing":{"__proto__":"not a coin id: write <chain>:<address> or <source>:<id>, such as aggregator:bitcoin"}}',
  )
})
