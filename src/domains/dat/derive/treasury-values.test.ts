import { expect, test } from 'vitest'
import { holdingsOf } from './holdings.ts'
import { dealt } from './transactions-for-tests.ts'
import { treasuryValues, valueOn } from './treasury-values.ts'

const NOT_KNOWN = Number.NaN
const PRICES: Record<string, { firstDay: number; prices: Float64Array }> = {
  bitcoin: { firstDay: 10, prices: Float64Array.of(100, 110, 120, 130, 140) },
  aave: { firstDay: 12, prices: Float64Array.of(5, 6, 7) },
}
const pricesOf = (asset: string) => PRICES[asset]
const buy = (asset: string, amount: number, day: number) =>
  dealt('purchase', amount, 1, { asset, day })

test('default: amounts at the end of each day × prices, from the first transaction on', () => {
  const holdings = holdingsOf([
    buy('bitcoin', 2, 11),
    buy('aave', 10, 12),
    dealt('sale', 1, 1, { day: 13 }),
  ])
  // 2 × 110; 2 × 120 + 10 × 5; 1 × 130 + 10 × 6; 1 × 140 + 10 × 7.
  const values = [220, 290, 190, 210]
  expect(treasuryValues(holdings, pricesOf, 14)).toEqual({
    firstDay: 11,
    priced: Float64Array.from(values),
    whole: Float64Array.from(values),
  })
})

test('behavior: what has no price adds nothing, and the whole is then not known', () => {
  const holdings = holdingsOf([buy('aave', 10, 10), buy('bitcoin', 1, 11)])
  expect(treasuryValues(holdings, pricesOf, 12)).toEqual({
    firstDay: 10,
    // Nothing of it has a price; 110 of bitcoin alone; 120 + 50.
    priced: Float64Array.of(NOT_KNOWN, 110, 170),
    whole: Float64Array.of(NOT_KNOWN, NOT_KNOWN, 170),
  })
})

test('behavior: all sold is worth 0, which is known', () => {
  const holdings = holdingsOf([
    buy('nameless', 1, 10),
    dealt('sale', 1, 1, { asset: 'nameless', day: 11 }),
  ])
  expect(treasuryValues(holdings, pricesOf, 11)).toEqual({
    firstDay: 10,
    priced: Float64Array.of(NOT_KNOWN, 0),
    whole: Float64Array.of(NOT_KNOWN, 0),
  })
})

test('behavior: an amount is held until the next transaction', () => {
  const holdings = holdingsOf([buy('bitcoin', 2, 10), buy('bitcoin', 1, 13)])
  // 2 × 100, 2 × 110, 2 × 120, 3 × 130, 3 × 140.
  expect(treasuryValues(holdings, pricesOf, 14)?.whole).toEqual(
    Float64Array.of(200, 220, 240, 390, 420),
  )
})

test('behavior: no transaction, or none yet: no days', () => {
  expect(treasuryValues([], pricesOf, 14)).toBeNull()
  expect(treasuryValues(holdingsOf([buy('bitcoin', 1, 15)]), pricesOf, 14)).toBeNull()
})

test('behavior: a day outside has no value', () => {
  const values = {
    firstDay: 10,
    priced: Float64Array.of(1, 2),
    whole: Float64Array.of(1, NOT_KNOWN),
  }
  expect([9, 10, 11, 12].map((day) => valueOn(values, values.priced, day))).toEqual([
    NOT_KNOWN,
    1,
    2,
    NOT_KNOWN,
  ])
})
