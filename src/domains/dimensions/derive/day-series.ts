import { addValues } from '../../../lib/add-values.ts'

/** Daily values from a day since 1970; `NaN` is a day without a record, which is not a zero. */
export interface DayValues {
  readonly firstDay: number
  readonly values: Float64Array
}

/** Daily values of one protocol, version and chain. */
export interface DaySeries extends DayValues {
  readonly protocol: string
  /** Empty where the protocol has no versions. */
  readonly version: string
  readonly chain: string
  /** Some of its rows have a label. */
  readonly isLabelled: boolean
  /** Some of its values were worked out from other kinds of figures. */
  readonly isDerived: boolean
}

/** A range of days, both ends included. */
export interface DayRange {
  readonly from: number
  readonly to: number
}

/** `NaN` on a day without a record. */
export function valueAt({ firstDay, values }: DayValues, day: number): number {
  return values[day - firstDay] ?? Number.NaN
}

/** The days from the first to the last of some series; of none an empty range. */
export function daysOf(series: Iterable<DayValues>): DayRange {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { firstDay, values } of series) {
    if (values.length === 0) continue
    from = Math.min(from, firstDay)
    to = Math.max(to, firstDay + values.length - 1)
  }
  return from > to ? { from: 0, to: -1 } : { from, to }
}

/** The sum of some series by day, dense over a range. A day on which none has a record is missing. */
export function sumByDay(series: Iterable<DayValues>, days: DayRange): Float64Array {
  const sums = missingDays(days)
  for (const one of series) addByDay(sums, days.from, one)
  return sums
}

export function missingDays({ from, to }: DayRange): Float64Array {
  return new Float64Array(Math.max(0, to - from + 1)).fill(Number.NaN)
}

/** Adds a series to sums that begin with a day. */
export function addByDay(sums: Float64Array, from: number, { firstDay, values }: DayValues): void {
  const start = Math.max(0, from - firstDay)
  const end = Math.max(start, from + sums.length - firstDay)
  addValues(sums.subarray(firstDay + start - from), values.subarray(start, end))
}
