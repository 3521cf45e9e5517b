import { expect, test } from 'vitest'
import { monthlyValuation } from './monthly-valuation.ts'

const valuationOf = (...sourcesUsd: number[]) =>
  monthlyValuation({ date: '2025-11-01', sourcesUsd }).valuationUsd

test('default: every source counts the same', () => {
  // (2 + 5) ÷ 2 million.
  expect(monthlyValuation({ date: '2025-11-01', sourcesUsd: [2_000_000, 5_000_000] })).toEqual({
    date: '2025-11-01',
    valuationUsd: 3_500_000,
  })
})

test('behavior: rounded to the nearest 100, halves up', () => {
  expect(valuationOf(1_000_049)).toBe(1_000_000)
  expect(valuationOf(1_000_050)).toBe(1_000_100)
})

test('behavior: the order of sources does not matter', () => {
  const values = [0.1, 1e9, 33_333.3, 0.7]
  expect(valuationOf(...values)).toBe(valuationOf(...values.toReversed()))
})
