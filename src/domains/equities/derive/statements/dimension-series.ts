import { plus } from '../arithmetic.ts'
import { dateOf } from '../days.ts'
import { netIncome } from './income-statement.ts'
import type { Ledger } from './ledger.ts'
import type { LineReader } from './statements.ts'

export type DimensionName = 'revenue' | 'holdersRevenue' | 'earnings' | 'basicSharesOutstanding'
type Point = [date: string, value: number]

/** What goes to the holders: dividends and buybacks (semantics 10.2). */
export function holdersRevenue(read: LineReader): number | null {
  return plus(read('dividendsPaid'), read('repurchases'))
}

const DIMENSIONS: Record<DimensionName, (read: LineReader) => number | null> = {
  revenue: (read) => read('revenue'),
  holdersRevenue,
  earnings: netIncome,
  basicSharesOutstanding: (read) => read('sharesBasic'),
}

/** Yearly and quarterly series, the newest first; a period without a value has no point. */
export function dimensionSeries(
  ledger: Ledger,
): Record<DimensionName, { annual: Point[]; quarterly: Point[] }> {
  const series = (ends: readonly number[], valueAt: (endDay: number) => number | null) =>
    [...ends].reverse().flatMap((endDay): Point[] => {
      const value = valueAt(endDay)
      return value === null ? [] : [[dateOf(endDay), value]]
    })
  const both = (dimension: (read: LineReader) => number | null) => ({
    annual: series(ledger.yearEnds, (day) => dimension((line) => ledger.year(line, day))),
    quarterly: series(ledger.quarterEnds, (day) => dimension((line) => ledger.quarter(line, day))),
  })
  return {
    revenue: both(DIMENSIONS.revenue),
    holdersRevenue: both(DIMENSIONS.holdersRevenue),
    earnings: both(DIMENSIONS.earnings),
    basicSharesOutstanding: both(DIMENSIONS.basicSharesOutstanding),
  }
}
