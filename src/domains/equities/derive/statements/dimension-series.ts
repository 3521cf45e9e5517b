import { plus } from '../arithmetic.ts'
import { dateOf } from '../days.ts'
import type { Ledger } from './ledger.ts'
import {
  type FigureRules,
  type LineReader,
  mapNames,
  netIncome,
  readFigure,
} from './statement-forms.ts'

export type DimensionName = 'revenue' | 'holdersRevenue' | 'earnings' | 'basicSharesOutstanding'
type Point = [date: string, value: number]

/** What goes to the holders: dividends and buybacks (equities.md). */
export function holdersRevenue(read: LineReader): number | null {
  return plus(read('dividendsPaid'), read('repurchases'))
}

const DIMENSIONS: FigureRules<DimensionName> = {
  revenue: 'revenue',
  holdersRevenue,
  earnings: netIncome,
  basicSharesOutstanding: 'sharesBasic',
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
  return mapNames(DIMENSIONS, (rule) => ({
    annual: series(ledger.yearEnds, (day) => readFigure(rule, (line) => ledger.year(line, day))),
    quarterly: series(ledger.quarterEnds, (day) =>
      readFigure(rule, (line) => ledger.quarter(line, day)),
    ),
  }))
}
