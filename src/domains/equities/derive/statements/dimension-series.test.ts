import { expect, test } from 'vitest'
import { dimensionSeries } from './dimension-series.ts'
import { figure, HALF, Q1, Q2, YEAR } from './figures-for-tests.ts'
import { makeLedger } from './ledger.ts'

test('default: years and quarters, newest first, without holes', () => {
  const series = dimensionSeries(
    makeLedger([
      figure('revenue', Q1, 10),
      figure('revenue', Q2, 11),
      figure('revenue', YEAR, 46),
      figure('netIncome', Q2, -3),
      figure('sharesBasic', Q2, 100),
      figure('operatingCash', Q1, 1),
      figure('operatingCash', HALF, 1),
      figure('dividendsPaid', HALF, 5),
      figure('repurchases', Q1, 2),
      figure('repurchases', HALF, 6),
    ]),
  )
  expect(series.revenue).toEqual({
    annual: [['2025-12-31', 46]],
    quarterly: [
      ['2025-06-30', 11],
      ['2025-03-31', 10],
    ],
  })
  expect(series.earnings).toEqual({ annual: [], quarterly: [['2025-06-30', -3]] })
  expect(series.basicSharesOutstanding.quarterly).toEqual([['2025-06-30', 100]])
  // First quarter: no dividend in the statement and 2 of buybacks. Second: 5 − 0 and 6 − 2.
  expect(series.holdersRevenue.quarterly).toEqual([
    ['2025-06-30', 9],
    ['2025-03-31', 2],
  ])
})

test('behavior: nothing known has the four series, empty', () => {
  expect(dimensionSeries(makeLedger([]))).toEqual({
    revenue: { annual: [], quarterly: [] },
    holdersRevenue: { annual: [], quarterly: [] },
    earnings: { annual: [], quarterly: [] },
    basicSharesOutstanding: { annual: [], quarterly: [] },
  })
})
