import { expect, test } from 'vitest'
import { priceBookOf, type TokenDescription } from './price-book-of.ts'

const DAY = 86_400
const NATIVE = `base:0x${'0'.repeat(40)}`
const record = (atSec: number, priceUsd: number) => ({ atSec, priceUsd, confidence: 0.9 })
const token = (more: Partial<TokenDescription>): TokenDescription => ({
  symbol: 'A',
  decimals: 6,
  redirect: null,
  ...more,
})

const records = new Map([
  ['base:0xa', [record(1_000, 1), record(2_000, 2), record(3_000, 3)]],
  ['aggregator:ethereum', [record(1_000, 3_000)]],
])

test.each([
  ['before the first record there is none', 999, undefined],
  ['a record holds from its own second', 1_000, 1],
  ['the newest at or before', 2_999, 2],
  ['a day later it is still young enough', 3_000 + DAY, 3],
  ['a second more and it is not', 3_001 + DAY, undefined],
])('default: %s', (_what, atSec, priceUsd) => {
  expect(priceBookOf(new Map(), records, 10 * DAY).find('base:0xa', atSec)?.priceUsd).toBe(priceUsd)
})

test('behavior: a later timestamp than the book knows of counts as the last it knows', () => {
  // The record of 3,000 is a day and more before the requested timestamp, but not before the
  // timestamp of the book.
  expect(priceBookOf(new Map(), records, 2_500).find('base:0xa', 3_001 + DAY)?.priceUsd).toBe(2)
})

test('behavior: a redirect goes one step, and the description stays that of the requested coin', () => {
  const tokens = new Map([
    ['base:0xb', token({ symbol: 'B', decimals: 18, redirect: 'base:0xa' })],
    ['base:0xc', token({ redirect: 'base:0xb' })],
  ])
  const book = priceBookOf(tokens, records, DAY)
  expect(book.find('Base:0xB', 1_500)).toEqual({
    source: 'base:0xa',
    atSec: 1_000,
    priceUsd: 1,
    confidence: 0.9,
  })
  expect([book.symbol('base:0xb'), book.decimals('base:0xb')]).toEqual(['B', 18])
  expect(book.find('base:0xc', 1_500)).toBeUndefined()
})

test('behavior: a chain’s own coin has the price of its gas token, unless it has its own or a redirect', () => {
  const plain = priceBookOf(new Map(), records, DAY)
  expect(plain.find(NATIVE, 1_500)).toMatchObject({
    source: 'aggregator:ethereum',
    priceUsd: 3_000,
  })
  expect([plain.symbol(NATIVE), plain.decimals(NATIVE)]).toEqual(['ETH', 18])
  const own = new Map([...records, [NATIVE, [record(1_400, 2_999)]]])
  expect(priceBookOf(new Map(), own, DAY).find(NATIVE, 1_500)).toMatchObject({
    source: NATIVE,
    priceUsd: 2_999,
  })
  const redirected = new Map([[NATIVE, token({ redirect: 'base:0xa' })]])
  expect(priceBookOf(redirected, own, DAY).find(NATIVE, 1_500)).toMatchObject({
    source: 'base:0xa',
    priceUsd: 1,
  })
})

test('behavior: decimals and symbols that nobody knows are undefined', () => {
  const book = priceBookOf(
    new Map([['base:0xd', token({ decimals: null, symbol: null })]]),
    records,
    DAY,
  )
  expect([book.decimals('base:0xd'), book.symbol('base:0xd'), book.decimals('base:0xa')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('behavior: the records that were given out are remembered, once each', () => {
  const book = priceBookOf(new Map(), records, DAY)
  for (const atSec of [1_500, 1_600, 2_500, 5]) book.find('Base:0xA', atSec)
  book.find('base:0xff', 1_500)
  expect(book.inputs()).toEqual([
    { coin: 'base:0xa', source: 'base:0xa', atSec: 1_000, priceUsd: 1, confidence: 0.9 },
    { coin: 'base:0xa', source: 'base:0xa', atSec: 2_000, priceUsd: 2, confidence: 0.9 },
  ])
})
