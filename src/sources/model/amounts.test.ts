import { expect, test } from 'vitest'
import { priceSecOf, sumOfValues, valueAmount } from './amounts.ts'
import { bookOf } from './price-book-for-tests.ts'

const USDC = 'ethereum:0xa0'
const book = bookOf({
  [USDC]: { priceUsd: 0.5, decimals: 6, symbol: 'USDC' },
  'aggregator:bitcoin': { priceUsd: 60_000 },
  'base:0x1': { decimals: 18 },
})

test.each([
  ['dollars are what they are', { usd: 12.5 }, { valueUsd: 12.5, tokens: null }],
  [
    '2,500,000 of the smallest unit with 6 decimals are 2.5 tokens, at 0.5 USD each',
    { coin: USDC, raw: 2_500_000n },
    { valueUsd: 1.25, tokens: 2.5 },
  ],
  ['an amount may be below 0', { coin: USDC, raw: -2_500_000n }, { valueUsd: -1.25, tokens: -2.5 }],
  [
    'whole tokens need no decimals: 0.1 × 60,000',
    { coin: 'aggregator:bitcoin', tokens: 0.1 },
    { valueUsd: 6_000, tokens: 0.1 },
  ],
  [
    'a raw amount of a coin without decimals has no value',
    { coin: 'aggregator:bitcoin', raw: 5n },
    { unpriced: 'aggregator:bitcoin', missing: 'decimals' },
  ],
  [
    'a coin without a price has no value',
    { coin: 'base:0x1', raw: 5n },
    { unpriced: 'base:0x1', missing: 'price' },
  ],
  [
    'none of a coin is worth 0, priced or not',
    { coin: 'base:0x1', raw: 0n },
    { valueUsd: 0, tokens: 0 },
  ],
])('default: %s', (_what, amount, expected) => {
  expect(valueAmount(amount, 1_000, book)).toEqual(expected)
})

test('behavior: more digits than a float has are rounded once', () => {
  // 123456789012345678901 with 18 decimals is 123.456789012345678901; the nearest float is
  // 123.45678901234568.
  expect(
    valueAmount(
      { coin: 'x:1', raw: 123456789012345678901n },
      0,
      bookOf({ 'x:1': { priceUsd: 1, decimals: 18 } }),
    ),
  ).toEqual({
    valueUsd: 123.45678901234568,
    tokens: 123.45678901234568,
  })
})

test('behavior: what has no price counts 0, and a sum of nothing but that says so', () => {
  const priced = { coin: USDC, raw: 2_000_000n }
  const unpriced = { coin: 'base:0x1', raw: 7n }
  expect(sumOfValues([priced, unpriced], 0, book)).toEqual({ valueUsd: 1, isPriced: true })
  expect(sumOfValues([unpriced], 0, book)).toEqual({ valueUsd: 0, isPriced: false })
  expect(sumOfValues([], 0, book)).toEqual({ valueUsd: 0, isPriced: true })
})

test('behavior: a flow has the price of the last second of its day', () => {
  expect(priceSecOf({ atSec: 86_400 + 3_600 })).toBe(2 * 86_400 - 1)
})
