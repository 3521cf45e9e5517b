import { DAY_SEC } from '../../lib/clock.ts'
import { type DailySeries, toDailySeries } from './derive/daily-series.ts'

/**
 * A series from what was reported on which day: one value, or one for each column. Each report is
 * at noon, or at `hour`.
 */
export function daily(
  reported: Record<number, number | readonly number[]>,
  hour = 12,
): DailySeries {
  const days = Object.keys(reported).map(Number)
  const rows = Object.values(reported).map((value) => (typeof value === 'number' ? [value] : value))
  const columns = (rows[0] ?? []).map((_, index) => rows.map((row) => row[index] ?? Number.NaN))
  return toDailySeries(days, columns, at(Math.max(...days), hour))
}

/** An hour of a day that is given by its number. */
export function at(day: number, hour = 12): number {
  return day * DAY_SEC + hour * 3_600
}

/** Numbers as they are, and `null` where there is none, so that a table reads well. */
export function shown(column: Float64Array): (number | null)[] {
  return [...column].map((value) => (Number.isNaN(value) ? null : value))
}
