import { expect, test } from 'vitest'
import { priceOn } from './day-prices.ts'

const NOT_KNOWN = Number.NaN
// Days 10 to 14: a price, none on two days, then 3 and 0.
const PRICES = { firstDay: 10, prices: Float64Array.of(5, NOT_KNOWN, NOT_KNOWN, 3, 0) }

test.each([
  [9, NOT_KNOWN],
  [10, 5],
  [11, 5],
  [12, NOT_KNOWN],
  [13, 3],
  [14, 0],
  [15, 0],
  [16, NOT_KNOWN],
])('default: the price on day %d is %d', (day, price) => {
  expect(priceOn(PRICES, day)).toBe(price)
})

test('behavior: without a price there is none on any day', () => {
  expect(priceOn({ firstDay: 0, prices: new Float64Array(0) }, 0)).toBeNaN()
})
