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
  SOL_MINT,
  tokenRow,
  USDC,
} from '../price-facts-for-tests.ts'
import { getCurrentPrices } from './get-current-prices.ts'

const BRIDGED = 'base:0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca'
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(tokens, [
    tokenRow(BTC, 'BTC', null),
    tokenRow(USDC, 'USDC', 6),
    tokenRow(BRIDGED, 'USDbC', 6, USDC),
    tokenRow('base:0x1', 'TWICE', 18, BRIDGED),
    tokenRow('base:0x2', 'LOST', 18, 'aggregator:nothing'),
    tokenRow('base:0x3', 'SILENT', 18),
    tokenRow(SOL_MINT, 'SOL', 9),
    tokenRow('osmosis:ibc/27394FB', 'ATOM', 6),
  ])
  await app.put(prices, [
    priceRow(BTC, NOW_SEC - 2 * HOUR, 90_000, 0.99),
    priceRow(BTC, NOW_SEC - HOUR, 91_000, 0.99),
    priceRow(USDC, NOW_SEC - 600, 1.0002, 0.95),
    priceRow(SOL_MINT, NOW_SEC - 60, 140.5, null),
    priceRow('osmosis:ibc/27394FB', NOW_SEC - 60, 4.5),
    priceRow('base:0x4', NOW_SEC - 12 * HOUR, 4),
    priceRow('base:0x5', NOW_SEC - 12 * HOUR - 1, 5),
    priceRow('base:0x6', NOW_SEC - 3 * DAY, 6),
    priceRow('base:0x7', NOW_SEC - HOUR, 7, 0.4),
    priceRow('base:0x8', NOW_SEC - 2 * HOUR, 8),
    { ...priceRow('base:0x8', NOW_SEC - HOUR, 800), quality: 'held' },
    { ...priceRow('base:0x9', NOW_SEC - HOUR, 9), quality: 'held' },
    priceRow('base:0x10', NOW_SEC - HOUR, 10),
    priceRow('base:0x10', NOW_SEC + HOUR, 1_000),
    priceRow('base:0x11', NOW_SEC + HOUR, 11),
  ])
})

afterAll(() => app.stop())

const ask = async (coins: string, query = '') =>
  app.get(`/prices/current/${encodeURIComponent(coins)}${query}`)
const coinsOf = async (coins: string, query = '') => (await ask(coins, query)).body

test('default', async () => {
  const { status, body } = await ask(`${BTC},${USDC}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    coins: {
      [BTC]: { symbol: 'BTC', price: 91_000, timestamp: NOW_SEC - HOUR, confidence: 0.99 },
      [USDC]: {
        decimals: 6,
        symbol: 'USDC',
        price: 1.0002,
        timestamp: NOW_SEC - 600,
        confidence: 0.95,
      },
    },
  })
  expectDeclared(getCurrentPrices, body)
})

test('behavior: free and pro agree', async () => {
  const pro = await app.get(`/coins/prices/current/${BTC},${USDC},nobody:1?include=missing`, {
    pro: true,
  })
  expect(pro.body).toEqual(await coinsOf(`${BTC},${USDC},nobody:1`, '?include=missing'))
  expectDeclared(getCurrentPrices, pro.body)
})

describe('identifiers', () => {
  test('behavior: each response is keyed by the text that asked', async () => {
    const upper = `1:${USDC.slice('ethereum:'.length).toUpperCase()}`
    const record = {
      decimals: 6,
      symbol: 'USDC',
      price: 1.0002,
      timestamp: NOW_SEC - 600,
      confidence: 0.95,
    }
    expect(await coinsOf(`${upper},Ethereum:${USDC.slice(9)},${USDC}`)).toEqual({
      coins: { [upper]: record, [`Ethereum:${USDC.slice(9)}`]: record, [USDC]: record },
    })
  })

  test('behavior: a coin that is asked twice is answered once', async () => {
    const { body } = await ask(`${BTC},${BTC}, ${BTC}`)
    expect(Object.keys((body as { coins: object }).coins)).toEqual([BTC])
  })

  test('behavior: solana addresses keep their case', async () => {
    expect(await coinsOf(`${SOL_MINT},${SOL_MINT.toLowerCase()}`)).toEqual({
      coins: {
        [SOL_MINT]: {
          decimals: 9,
          symbol: 'SOL',
          price: 140.5,
          timestamp: NOW_SEC - 60,
          confidence: null,
        },
      },
    })
  })

  test('behavior: a coin without a description has a price, no symbol and no decimals', async () => {
    expect(await coinsOf('base:0x4')).toEqual({
      coins: {
        'base:0x4': {
          decimals: null,
          symbol: null,
          price: 4,
          timestamp: NOW_SEC - 12 * HOUR,
          confidence: 0.9,
        },
      },
    })
  })

  test('behavior: an id may hold a slash', async () => {
    expect(await coinsOf('osmosis:ibc/27394FB')).toMatchObject({
      coins: { 'osmosis:ibc/27394FB': { symbol: 'ATOM', price: 4.5 } },
    })
  })

  test.each([
    "ethereum:0x'; DROP TABLE x; --",
    'ethereum:\\',
    'ethereum:"{}',
    'ethereum:\0',
    'ethereum:日本',
    'a:b:c:d',
  ])('behavior: %j is an unknown coin like any other', async (coin) => {
    const { status, body } = await ask(coin, '?include=missing')
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toBe(
      `{"coins":{},"missing":{${JSON.stringify(coin.trim())}:"unknown coin"}}`,
    )
  })
})

describe('ids of another form', () => {
  const FORM = 'not a coin id: write <chain>:<address> or <source>:<id>, such as aggregator:bitcoin'

  test.each(['ethereum:\t', '__proto__', '💰', '%', ':0x1'])(
    'behavior: %j gets the form that is expected',
    async (coin) => {
      const { status, body } = await ask(coin, '?include=missing')
      expect(status).toBe(200)
      expect(JSON.stringify(body)).toBe(
        `{"coins":{},"missing":{${JSON.stringify(coin.trim())}:${JSON.stringify(FORM)}}}`,
      )
    },
  )

  test('behavior: a bare symbol, id or address gets the coins it may mean as well', async () => {
    const [bitcoin, usdc] = [BTC.split(':')[1], USDC.split(':')[1]?.toUpperCase()]
    const { body } = await ask(`btc,${bitcoin},${usdc},nobody:1`, '?include=missing')
    expect(body).toEqual({
      coins: {},
      missing: {
        btc: `${FORM}; did you mean ${BTC}?`,
        [`${bitcoin}`]: `${FORM}; did you mean ${BTC}?`,
        [`${usdc}`]: `${FORM}; did you mean ${USDC}?`,
        'nobody:1': 'unknown coin',
      },
    })
  })

  test('behavior: without include=missing it is left out', async () => {
    expect(await coinsOf('btc')).toEqual({ coins: {} })
  })

  test.each(['coingecko:bitcoin', 'CoinGecko:Bitcoin', 'gecko:bitcoin'])(
    'behavior: %s is the same coin, keyed by the id that was asked',
    async (coin) => {
      const [asked, own] = [await coinsOf(`${coin},${BTC}`), await coinsOf(BTC)]
      const record = (own as { coins: Record<string, unknown> }).coins[BTC]
      expect(record).toMatchObject({ symbol: 'BTC' })
      expect(asked).toEqual({ coins: { [coin]: record, [BTC]: record } })
    },
  )
})

describe('redirects', () => {
  test('behavior: symbol and decimals of the requested coin, the rest of the target', async () => {
    expect(await coinsOf(BRIDGED)).toEqual({
      coins: {
        [BRIDGED]: {
          decimals: 6,
          symbol: 'USDbC',
          price: 1.0002,
          timestamp: NOW_SEC - 600,
          confidence: 0.95,
        },
      },
    })
  })

  test('behavior: one step deep', async () => {
    expect(await coinsOf('base:0x1', '?include=missing')).toEqual({
      coins: {},
      missing: { 'base:0x1': 'no price in the last 43200 s' },
    })
  })

  test('behavior: a target without a price gives none', async () => {
    expect(await coinsOf('base:0x2')).toEqual({ coins: {} })
  })
})

describe('age', () => {
  test('behavior: a price may be 12 hours old, not a second more', async () => {
    expect(await coinsOf('base:0x4,base:0x5')).toMatchObject({
      coins: { 'base:0x4': { price: 4 } },
    })
    expect(await coinsOf('base:0x5')).toEqual({ coins: {} })
  })

  test.each(['4d', '345600', '96h', '345600s', '1W'])(
    'behavior: searchWidth=%s lets it be older, without the cap of the historical kinds',
    async (width) => {
      expect(await coinsOf('base:0x6', `?searchWidth=${width}`)).toMatchObject({
        coins: { 'base:0x6': { price: 6 } },
      })
    },
  )

  test('behavior: a shorter searchWidth leaves more out', async () => {
    expect(await coinsOf(BTC, '?searchWidth=3600')).toMatchObject({
      coins: { [BTC]: { price: 91_000 } },
    })
    expect(await coinsOf(BTC, '?searchWidth=3599')).toEqual({ coins: {} })
  })

  test('behavior: a price dated after now is not current yet; the one before it is', async () => {
    expect(await coinsOf('base:0x10,base:0x11', '?include=missing')).toMatchObject({
      coins: { 'base:0x10': { price: 10, timestamp: NOW_SEC - HOUR } },
      missing: { 'base:0x11': 'no price in the last 43200 s' },
    })
  })

  test.each(['abc', '-1h', '0', '1y'])('error: 400 when searchWidth is %s', async (width) => {
    expect(await ask(BTC, `?searchWidth=${width}`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
  })
})

describe('quality', () => {
  test('behavior: a held price is never served; the one before it is', async () => {
    expect(await coinsOf('base:0x8,base:0x9', '?include=missing')).toMatchObject({
      coins: { 'base:0x8': { price: 8, timestamp: NOW_SEC - 2 * HOUR } },
      missing: { 'base:0x9': 'unknown coin' },
    })
  })

  test('behavior: minConfidence leaves doubtful prices out; one without a confidence stays', async () => {
    expect(
      await coinsOf(`base:0x7,${SOL_MINT}`, '?minConfidence=0.5&include=missing'),
    ).toMatchObject({
      coins: { [SOL_MINT]: { price: 140.5 } },
      missing: { 'base:0x7': 'confidence is only 0.4' },
    })
    expect(await coinsOf('base:0x7', '?minConfidence=0.4')).toMatchObject({
      coins: { 'base:0x7': { price: 7 } },
    })
  })

  test.each(['2', '-0.1', 'high'])('error: 400 when minConfidence is %s', async (value) => {
    expect((await ask(BTC, `?minConfidence=${value}`)).status).toBe(400)
  })
})

describe('missing coins', () => {
  test('behavior: they are left out, with 200', async () => {
    expect(await ask('nobody:1,base:0x3')).toMatchObject({ status: 200, body: { coins: {} } })
  })

  test('behavior: include=missing tells why', async () => {
    expect(await coinsOf(`${BTC},nobody:1,base:0x3,base:0x5`, '?include=missing')).toEqual({
      coins: { [BTC]: expect.anything() },
      missing: {
        'nobody:1': 'unknown coin',
        'base:0x3': 'no price in the last 43200 s',
        'base:0x5': 'no price in the last 43200 s',
      },
    })
  })

  test('error: 400 when include is something else', async () => {
    expect((await ask(BTC, '?include=everything')).status).toBe(400)
  })

  test('behavior: 500 coins are answered, 501 are a 400', async () => {
    const ids = (count: number) =>
      Array.from({ length: count }, (_, index) => `nobody:${index}`).join()
    expect((await ask(`${ids(499)},${BTC}`)).body).toMatchObject({
      coins: { [BTC]: { price: 91_000 } },
    })
    expect(await ask(ids(501))).toMatchObject({ status: 400, body: { error: 'invalid_parameter' } })
  })

  test.each(['%20', ',', '%2C%20'])('error: 400 when %s names no coin', async (coins) => {
    expect((await app.get(`/prices/current/${coins}`)).status).toBe(400)
  })
})
