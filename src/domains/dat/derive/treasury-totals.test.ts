import { expect, test } from 'vitest'
import { holdingsOf } from './holdings.ts'
import { dealt } from './transactions-for-tests.ts'
import { treasuryTotals } from './treasury-totals.ts'

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
