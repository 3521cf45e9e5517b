import { type DayRange, type DayValues, daysOf, sumByDay } from './day-series.ts'

/** Values by day, dense from `firstDay`; `NaN` is a day without any. */
export type Chart = DayValues

/** The sum of some series by day, within a range that ends with the last complete day. */
export function chartOf(series: readonly DayValues[], range: DayRange): Chart {
  const days = clippedDays(series, range)
  return { firstDay: days.from, values: sumByDay(series, days) }
}

/** The days that any of the series covers, within a range. */
export function clippedDays(series: readonly DayValues[], range: DayRange): DayRange {
  const { from, to } = daysOf(series)
  return from > to ? { from, to } : { from: Math.max(from, range.from), to: Math.min(to, range.to) }
}
