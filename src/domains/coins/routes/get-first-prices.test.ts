import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { tokens } from '../../registry/public.ts'
import { prices } from '../facts.ts'
import { BTC, DAY, expectDeclared, priceRow, tokenRow, USDC } from '../price-facts-for-tests.ts'
import { getFirstPrices } from './get-first-prices.ts'

const FIRST = NOW_SEC - 900 * DAY
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(tokens, [
    tokenRow(BTC, 'BTC', null),
    tokenRow(USDC, 'USDC', 6),
    tokenRow('base:0x1', 'USDbC', 6, USDC),
  ])
  await app.put(prices, [
    priceRow(BTC, NOW_SEC, 90_000),
    priceRow(BTC, FIRST, 30_000),
    priceRow(BTC, FIRST + DAY, 31_000),
    { ...priceRow(BTC, FIRST - DAY, 29_000), quality: 'held' },
    priceRow(USDC, FIRST + 5 * DAY, 1.01),
    priceRow('base:0x2', FIRST, 2),
  ])
})

afterAll(() => app.stop())

test('default: the earliest record that is not held', async () => {
  const { status, body } = await app.get(`/prices/first/${BTC},${USDC}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    coins: {
      [BTC]: { symbol: 'BTC', price: 30_000, timestamp: FIRST },
      [USDC]: { symbol: 'USDC', price: 1.01, timestamp: FIRST + 5 * DAY },
    },
  })
  expectDeclared(getFirstPrices, body)
})

test('behavior: free and pro agree, also on what is missing', async () => {
  const free = await app.get(`/prices/first/${BTC},nobody:1?include=missing`)
  const pro = await app.get(`/coins/prices/first/${BTC},nobody:1?include=missing`, { pro: true })
  expect(pro.body).toEqual(free.body)
  expect(free.body).toMatchObject({ missing: { 'nobody:1': 'unknown coin' } })
  expectDeclared(getFirstPrices, free.body)
})

test('behavior: a redirect gives the symbol of the requested coin and the first price of the target', async () => {
  expect((await app.get('/prices/first/Base:0x1')).body).toEqual({
    coins: { 'Base:0x1': { symbol: 'USDbC', price: 1.01, timestamp: FIRST + 5 * DAY } },
  })
})

test('behavior: a coin without a description has no symbol', async () => {
  expect((await app.get('/prices/first/base:0x2')).body).toEqual({
    coins: { 'base:0x2': { symbol: null, price: 2, timestamp: FIRST } },
  })
})

test('behavior: an earlier record that comes in later is the first from then on', async () => {
  await app.put(prices, [priceRow('base:0x2', FIRST - 60, 1.5)])
  expect((await app.get('/prices/first/base:0x2')).body).toMatchObject({
    coins: { 'base:0x2': { price: 1.5, timestamp: FIRST - 60 } },
  })
})

test('error: 400 when no coin is named', async () => {
  expect((await app.get('/prices/first/,')).status).toBe(400)
})
