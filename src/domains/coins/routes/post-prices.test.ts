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
import { postPrices } from './post-prices.ts'

const TIMESTAMP = NOW_SEC - 30 * DAY
const ODD = 'ethereum:one,two'
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(tokens, [tokenRow(BTC, 'BTC', null), tokenRow(USDC, 'USDC', 6)])
  await app.put(prices, [
    priceRow(BTC, NOW_SEC - HOUR, 91_000, 0.99),
    priceRow(BTC, TIMESTAMP, 80_000, 0.99),
    priceRow(USDC, NOW_SEC - 2 * DAY, 1, 0.4),
    priceRow(ODD, NOW_SEC, 12),
  ])
})

afterAll(() => app.stop())

const post = (body: object | string, query = '') => app.post(`/prices${query}`, body)

test('default: the current prices', async () => {
  const { status, body } = await post({ coins: [BTC] })
  expect(status).toBe(200)
  expect(body).toEqual({
    coins: { [BTC]: { symbol: 'BTC', price: 91_000, timestamp: NOW_SEC - HOUR, confidence: 0.99 } },
  })
  expectDeclared(postPrices, body)
})

test('behavior: with a timestamp the prices at that timestamp', async () => {
  const { body } = await post({ coins: [BTC], timestamp: TIMESTAMP + 60 })
  expect(body).toMatchObject({ coins: { [BTC]: { price: 80_000, timestamp: TIMESTAMP } } })
  expectDeclared(postPrices, body)
})

test('behavior: it answers as the GET forms do, on both roots', async () => {
  const coins = [BTC, 'Ethereum:0xABC', 'nobody:1']
  const current = await app.get(`/prices/current/${coins.join()}?include=missing`)
  const historical = await app.get(
    `/prices/historical/${TIMESTAMP}/${coins.join()}?include=missing`,
  )
  expect((await post({ coins }, '?include=missing')).body).toEqual(current.body)
  expect((await app.post('/coins/prices?include=missing', { coins }, { pro: true })).body).toEqual(
    current.body,
  )
  expect((await post({ coins, timestamp: TIMESTAMP }, '?include=missing')).body).toEqual(
    historical.body,
  )
})

test('behavior: an id may hold a comma', async () => {
  expect((await post({ coins: [ODD] })).body).toMatchObject({ coins: { [ODD]: { price: 12 } } })
})

describe('searchWidth', () => {
  test.each(['3d', 259_200, '259200'])(
    'behavior: %j is the greatest age of a current price',
    async (searchWidth) => {
      expect((await post({ coins: [USDC] })).body).toEqual({ coins: {} })
      expect((await post({ coins: [USDC], searchWidth })).body).toMatchObject({
        coins: { [USDC]: { price: 1 } },
      })
    },
  )

  test('behavior: with a timestamp it reaches two days at most', async () => {
    const ask = async (timestamp: number) =>
      (await post({ coins: [USDC], timestamp, searchWidth: '9d' })).body
    expect(await ask(NOW_SEC)).toMatchObject({ coins: { [USDC]: { price: 1 } } })
    expect(await ask(NOW_SEC + 1)).toEqual({ coins: {} })
  })
})

test('behavior: minConfidence leaves doubtful prices out', async () => {
  expect((await post({ coins: [USDC], searchWidth: '3d' }, '?minConfidence=0.5')).body).toEqual({
    coins: {},
  })
})

test('behavior: repeated coins count once; 500 are answered, 501 are a 400', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `nobody:${index}`)
  expect((await post({ coins: [...ids(500), ...ids(500)] })).status).toBe(200)
  expect(await post({ coins: ids(501) })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})

test.each([
  '{',
  '',
  'null',
  '5',
  '"text"',
  '[]',
  '{}',
  '{"coins":null}',
  '{"coins":"aggregator:bitcoin"}',
  '{"coins":[]}',
  '{"coins":[5]}',
  '{"coins":[null]}',
  '{"coins":{"aggregator:bitcoin":[1]}}',
  '{"coins":["a:1"],"timestamp":"yesterday"}',
  '{"coins":["a:1"],"timestamp":-1}',
  '{"coins":["a:1"],"timestamp":4294967296}',
  '{"coins":["a:1"],"timestamp":null}',
  '{"coins":["a:1"],"searchWidth":"wide"}',
  '{"coins":["a:1"],"searchWidth":0}',
  '{"coins":["a:1"],"searchWidth":-5}',
  '{"coins":["a:1"],"searchWidth":{}}',
])('error: 400 when the body is %s', async (payload) => {
  expect(await post(payload)).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter', status: 400 },
  })
})

test('error: 405 when it is asked by GET', async () => {
  expect((await app.get('/prices')).status).toBe(405)
})
