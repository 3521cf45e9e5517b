import { expect, test } from 'vitest'
import { assetFlows, assetTotals, rankHolders, supplyPercentage } from './assets.ts'
import { dealt } from './transactions-for-tests.ts'

test('default: sums of a day over all institutions; days without a transaction have no row', () => {
  const flows = assetFlows([
    // Day 12 came first in the list. In: 3 + 1 for 90 + 50 = 140, 35 a coin. Out: 5.
    dealt('purchase', 3, 90, { day: 12 }),
    dealt('purchase', 1, 50, { day: 12 }),
    dealt('sale', 5, 400, { day: 12 }),
    dealt('income', 2, 8, { day: 10 }),
  ])
  expect([...flows]).toEqual([
    [
      'bitcoin',
      [
        { day: 10, net: 2, inflow: 2, outflow: 0, purchaseUsd: 8, purchasePrice: 4 },
        { day: 12, net: -1, inflow: 4, outflow: 5, purchaseUsd: 140, purchasePrice: 35 },
      ],
    ],
  ])
})

test('behavior: what came in has no value when a part of it has none, or when nothing came in', () => {
  const value = (...all: Parameters<typeof assetFlows>[0]) =>
    assetFlows(all)
      .get('bitcoin')
      ?.map(({ purchaseUsd, purchasePrice }) => [purchaseUsd, purchasePrice])
  expect(value(dealt('purchase', 3, 90), dealt('income', 1, null))).toEqual([[null, null]])
  expect(value(dealt('spend', 3, 90))).toEqual([[null, null]])
  expect(value(dealt('purchase', 3, 0))).toEqual([[0, 0]])
})

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
