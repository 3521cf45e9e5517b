import { expect, test } from 'vitest'
import { assetTotals, rankHolders, supplyPercentage } from './asset-totals.ts'

const holder = (institutionId: number, amount: number) => ({
  institutionId,
  usdValue: null,
  amount,
})

test('default: the largest holder first, of equal ones the lower id', () => {
  expect(
    rankHolders([holder(3, 5), holder(2, 5), holder(1, 1), holder(4, 9)]).map(
      ({ institutionId }) => institutionId,
    ),
  ).toEqual([4, 2, 3, 1])
})

test('default: what all have together, at the price', () => {
  expect(assetTotals([holder(1, 2), holder(2, 3)], 10)).toEqual({
    totalAmount: 5,
    totalUsdValue: 50,
  })
  expect(assetTotals([holder(1, 2)], Number.NaN)).toEqual({ totalAmount: 2, totalUsdValue: null })
  expect(assetTotals([], 10)).toEqual({ totalAmount: 0, totalUsdValue: 0 })
})

test.each([
  [5, 1_000, 0.5],
  [0, 1_000, 0],
  [5, undefined, null],
  [5, 0, null],
])('default: %d of %j coins are %j percent', (amount, circulating, percent) => {
  expect(supplyPercentage(amount, circulating)).toBe(percent)
})
