import type { DaySeries } from './day-series.ts'

/** Values by day, dense from `firstDay`; `NaN` is a day without any. */
export interface Chart {
  readonly firstDay: number
  readonly values: Float64Array
}

/** A range of days, both ends included. */
export interface DayRange {
  readonly from: number
  readonly to: number
}

/**
 * The sum of some series by day, within a range that ends with the last complete day. A day on
 * which none has a record is missing.
 */
export function chartOf(series: readonly DaySeries[], range: DayRange): Chart {
  const { from, to } = spanOf(series, range)
  const values = new Float64Array(Math.max(0, to - from + 1)).fill(Number.NaN)
  for (const one of series) addInto(values, from, one)
  return { firstDay: from, values }
}

/** The days that any of the series covers, within the range. */
export function spanOf(series: readonly DaySeries[], range: DayRange): DayRange {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const { firstDay, length } of series) {
    if (length === 0) continue
    from = Math.min(from, firstDay)
    to = Math.max(to, firstDay + length - 1)
  }
  return from > to
    ? { from: 0, to: -1 }
    : { from: Math.max(from, range.from), to: Math.min(to, range.to) }
}

function addInto(sums: Float64Array, from: number, { firstDay, length, values }: DaySeries): void {
  const start = Math.max(0, from - firstDay)
  const end = Math.min(length, from + sums.length - firstDay)
  const shift = firstDay - from
  for (let index = start; index < end; index++) {
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const sum = sums[index + shift] ?? Number.NaN
    sums[index + shift] = Number.isNaN(sum) ? value : sum + value
  }
}
