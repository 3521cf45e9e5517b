import { expect, test } from 'vitest'
import { marketCap } from './market-cap.ts'

const NOW_SEC = 1_768_392_000
const TWELVE_HOURS = 43_200
const price = (ageSec: number) => ({ atSec: NOW_SEC - ageSec, priceUsd: 2.5 })

test.each([
  ['default: supply × price', 1_000, price(0), 2_500],
  ['behavior: no supply is zero, not unknown', 0, price(0), 0],
  [
    'behavior: a price of twelve hours ago is the oldest that counts',
    1_000,
    price(TWELVE_HOURS),
    2_500,
  ],
  ['behavior: an older price does not', 1_000, price(TWELVE_HOURS + 1), null],
  ['behavior: unknown supply', undefined, price(0), null],
  ['behavior: unknown price', 1_000, undefined, null],
])('%s', (_, supply, known, expected) => {
  expect(marketCap(supply, known, NOW_SEC)).toBe(expected)
})
