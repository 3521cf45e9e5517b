import { expect, test } from 'vitest'
import type { Round } from './disclosed-rounds.ts'
import { monthlyValuation, valuationFigures } from './valuation-figures.ts'

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

const month = (date: string, valuationUsd: number) => ({ date: `${date}-01`, valuationUsd })
const round = (date: string, valuationUsd: number | null): Round => ({
  atSec: Date.parse(`${date}T00:00Z`) / 1000,
  amountUsd: 10,
  valuationUsd,
  series: null,
})

test('default: the newest month, against a year before and the last round', () => {
  const months = [
    month('2024-11', 800),
    month('2025-01', 1_000),
    month('2025-06', 1_100),
    month('2026-01', 1_500),
  ]
  expect(valuationFigures(months, [round('2023-05-01', 500), round('2025-03-15', 1_200)])).toEqual({
    latestEstimatedValuation: 1_500,
    lastValuationDate: '2026-01-01',
    latestFundingValuation: 1_200,
    valuationChange1YPercentage: 50, // 1,500 against 1,000
    premiumVsLatestFundingPercentage: 25, // 1,500 against 1,200
  })
})

test('behavior: a year ago without a mark is the month before it that has one', () => {
  const months = [month('2024-11', 750), month('2025-06', 1_100), month('2026-01', 1_500)]
  expect(valuationFigures(months, []).valuationChange1YPercentage).toBe(100)
})

test('behavior: no mark a year ago, no round: no change, no premium', () => {
  expect(valuationFigures([month('2025-06', 1_100), month('2026-01', 1_500)], [])).toMatchObject({
    latestEstimatedValuation: 1_500,
    valuationChange1YPercentage: null,
    premiumVsLatestFundingPercentage: null,
    latestFundingValuation: null,
  })
})

test('behavior: without marks the newest round with a valuation stands in, as it was disclosed', () => {
  expect(
    valuationFigures(
      [],
      [round('2022-02-02', 333), round('2023-05-17', 1_234_567), round('2024-01-01', null)],
    ),
  ).toEqual({
    latestEstimatedValuation: 1_234_567,
    lastValuationDate: '2023-05-17',
    latestFundingValuation: 1_234_567,
    valuationChange1YPercentage: null,
    premiumVsLatestFundingPercentage: null,
  })
})

test('behavior: nothing known', () => {
  expect(valuationFigures([], [round('2024-01-01', null)])).toMatchObject({
    latestEstimatedValuation: null,
    lastValuationDate: null,
  })
})
