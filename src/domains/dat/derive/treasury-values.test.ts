import { describe, expect, test } from 'vitest'
import { holdingsOf } from './holdings.ts'
import { dealt } from './transactions-for-tests.ts'
import { priceOn, rankByValue, treasuryTotals, treasuryValues, valueOn } from './treasury-values.ts'

describe('day prices', () => {
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
})

describe('treasury values', () => {
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
})

describe('treasury totals', () => {
  const PRICES: Record<string, { firstDay: number; prices: Float64Array }> = {
    bitcoin: { firstDay: 200, prices: Float64Array.of(100) },
    aave: { firstDay: 200, prices: Float64Array.of(5) },
  }
  const totals = (...all: Parameters<typeof holdingsOf>[0]) =>
    treasuryTotals(holdingsOf(all), (asset) => PRICES[asset], 200)
  const buy = (asset: string, amount: number, usd: number | null) =>
    dealt('purchase', amount, usd, { asset })

  test('default: sums of what is held', () => {
    // 2 × 100 + 10 × 5; 150 + 30.
    expect(totals(buy('bitcoin', 2, 150), buy('aave', 10, 30))).toMatchObject({
      held: [
        { asset: 'aave', usdValue: 50 },
        { asset: 'bitcoin', usdValue: 200 },
      ],
      totalUsdValue: 250,
      totalCost: 180,
      wholeUsdValue: 250,
    })
  })

  test('behavior: an asset without a price adds nothing, and mNAV has nothing to go by', () => {
    expect(totals(buy('bitcoin', 2, 150), buy('nameless', 1, 1))).toMatchObject({
      totalUsdValue: 200,
      totalCost: 151,
      wholeUsdValue: Number.NaN,
    })
    expect(totals(buy('nameless', 1, 1))).toMatchObject({
      totalUsdValue: null,
      totalCost: 1,
      wholeUsdValue: Number.NaN,
    })
  })

  test('behavior: a part without a cost makes the cost unknown', () => {
    expect(totals(buy('bitcoin', 2, 150), buy('aave', 1, null))).toMatchObject({
      totalUsdValue: 205,
      totalCost: null,
    })
  })

  test('behavior: all sold is 0, nothing known is null', () => {
    expect(totals(buy('bitcoin', 2, 150), dealt('sale', 2, 1))).toEqual({
      held: [],
      totalUsdValue: 0,
      totalCost: 0,
      wholeUsdValue: 0,
    })
    expect(totals()).toEqual({
      held: [],
      totalUsdValue: null,
      totalCost: null,
      wholeUsdValue: Number.NaN,
    })
  })
})

test('default: largest value first, ties by id, unknown values last, 0 before them', () => {
  const all = [
    { id: 5, totalUsdValue: null },
    { id: 4, totalUsdValue: 10 },
    { id: 3, totalUsdValue: 0 },
    { id: 2, totalUsdValue: 10 },
    { id: 1, totalUsdValue: null },
    { id: 6, totalUsdValue: 99 },
  ]
  expect(rankByValue(all).map(({ id }) => id)).toEqual([6, 2, 4, 3, 1, 5])
  expect(rankByValue([])).toEqual([])
})
