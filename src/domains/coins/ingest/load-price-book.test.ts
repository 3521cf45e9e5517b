import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import type { SeenPrice, SeenToken } from '../../../sources/model/observations.ts'
import { NO_EVIDENCE } from '../../../sources/model/price-book.ts'
import { tokens } from '../../registry/public.ts'
import { prices } from '../facts.ts'
import { DAY, HOUR, priceRow, tokenRow, USDC } from '../price-facts-for-tests.ts'
import { loadPriceBook } from './load-price-book.ts'

const NATIVE = `base:0x${'0'.repeat(40)}`
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(tokens, [tokenRow(USDC, 'USDC', 6), tokenRow('base:0xb', 'USDbC', 6, USDC)])
  await app.put(prices, [
    priceRow(USDC, NOW_SEC - 2 * HOUR, 0.99, null),
    priceRow(USDC, NOW_SEC - HOUR, 0.98, 0.49),
    { ...priceRow(USDC, NOW_SEC - 30, 77), quality: 'held' },
    priceRow(USDC, NOW_SEC + HOUR, 88),
    priceRow('aggregator:ethereum', NOW_SEC - 23 * HOUR, 3_000),
    priceRow('base:0xc', NOW_SEC - 25 * HOUR, 5),
  ])
})
afterAll(() => app.stop())

function load(coins: string[], seen: { tokens?: SeenToken[]; prices?: SeenPrice[] } = {}) {
  const wanted = { coins: new Set(coins), fromSec: NOW_SEC, toSec: NOW_SEC }
  return loadPriceBook(app.app.store.snapshot(), wanted, { tokens: [], prices: [], ...seen })
}

test('default: the newest price that is young and sure enough, through redirects and for a chain’s own coin', async () => {
  const book = await load([
    USDC.toUpperCase().replace('ETHEREUM:0X', 'ethereum:0x'),
    'base:0xB',
    'base:0xc',
    NATIVE,
  ])
  // That of an hour ago is too doubtful, the newer one is held, the next is of the future.
  expect(book.find(USDC, NOW_SEC)).toEqual({
    source: USDC,
    atSec: NOW_SEC - 2 * HOUR,
    priceUsd: 0.99,
    confidence: null,
  })
  expect(book.find('base:0xb', NOW_SEC)).toMatchObject({ source: USDC, priceUsd: 0.99 })
  expect(book.find(NATIVE, NOW_SEC)).toMatchObject({
    source: 'aggregator:ethereum',
    priceUsd: 3_000,
  })
  expect(book.find('base:0xc', NOW_SEC)).toBeUndefined()
  expect([book.decimals('base:0xb'), book.symbol('base:0xb'), book.decimals('base:0xc')]).toEqual([
    6,
    'USDbC',
    undefined,
  ])
  expect(book.inputs().map(({ coin, source }) => [coin, source])).toEqual([
    [USDC, USDC],
    ['base:0xb', USDC],
    [NATIVE, 'aggregator:ethereum'],
  ])
})

test('behavior: what was just seen fills gaps and never changes what is on record', async () => {
  const book = await load([USDC, 'base:0xd', 'base:0xe'], {
    tokens: [
      { coin: USDC, symbol: 'FAKE', decimals: 18 },
      { coin: 'Base:0xD', symbol: 'NEW', decimals: 8, redirect: USDC },
      { coin: 'base:0xe', symbol: 'E', decimals: null },
    ],
  })
  expect([book.symbol(USDC), book.decimals(USDC)]).toEqual(['USDC', 6])
  expect([book.symbol('base:0xd'), book.decimals('base:0xd')]).toEqual(['NEW', 8])
  expect(book.find('base:0xd', NOW_SEC)).toMatchObject({ source: USDC, priceUsd: 0.99 })
  expect([book.symbol('base:0xe'), book.decimals('base:0xe')]).toEqual(['E', undefined])
})

test('behavior: prices seen in the run itself count, the surest of a second, none in units of another coin', async () => {
  const price = { coin: 'Base:0xF', atSec: NOW_SEC, priceUsd: 4, confidence: 0.8 }
  const book = await load(['base:0xf', USDC], {
    prices: [
      price,
      { ...price, priceUsd: 5, confidence: 0.7 },
      { ...price, atSec: NOW_SEC - 1, priceUsd: 6, confidence: 0.4 },
      { ...price, priceUsd: 7, confidence: 0.9, inCoin: USDC },
      { coin: USDC, atSec: NOW_SEC - 2 * HOUR, priceUsd: 1.01, confidence: 0.6 },
    ],
  })
  expect(book.find('base:0xf', NOW_SEC)).toMatchObject({ priceUsd: 4 })
  expect(book.find('base:0xf', NOW_SEC - 1)).toBeUndefined()
  expect(book.find(USDC, NOW_SEC)).toMatchObject({ priceUsd: 1.01, confidence: 0.6 })
})

test('behavior: a book of no coins knows nothing and asks nothing', async () => {
  expect((await load([])).find(USDC, NOW_SEC - DAY)).toBeUndefined()
})

test('behavior: what speaks for or against a price and an amount: the day before, the age, the supply', async () => {
  const book = await load(['base:0xc', 'base:0xd', USDC], {
    tokens: [{ coin: 'base:0xd', symbol: 'D', decimals: 6, supplyTokens: 70 }],
    prices: [
      { coin: 'base:0xd', atSec: NOW_SEC - 2 * HOUR, priceUsd: 2, confidence: 1 },
      { coin: 'base:0xd', atSec: NOW_SEC - HOUR, priceUsd: 3, confidence: 1 },
      { coin: 'base:0xd', atSec: NOW_SEC, priceUsd: 20, confidence: 1 },
    ],
  })
  expect(book.evidence('base:0xc', NOW_SEC)).toEqual({
    ...NO_EVIDENCE,
    outdated: { priceUsd: 5, atSec: NOW_SEC - 25 * HOUR },
  })
  // Of two prices in the day before, the higher one.
  expect(book.evidence('base:0xd', NOW_SEC)).toEqual({
    usualPriceUsd: 3,
    outdated: null,
    supplyTokens: 70,
    statedDecimals: 6,
  })
  expect(book.evidence('base:0xe', NOW_SEC)).toEqual(NO_EVIDENCE)
})
