import { at } from '../../../lib/at.ts'
import type { DayValues } from './day-series.ts'

export const YEAR_DAYS = 365

/** The last day back from D of each range of the year; windows are made of whole ranges. */
const RANGE_ENDS = [6, 13, 29, 59, YEAR_DAYS - 1]

/** What a series holds in the year that ends with a day D, and up to it. */
export interface YearSums {
  /** By range: 0 to 6 days back, 7 to 13, 14 to 29, 30 to 59, and the rest of the year. */
  readonly sums: Float64Array
  /** By range, how many days have a value. */
  readonly known: Uint16Array
  /** One entry per day back from D: whether there is a value. */
  readonly days: Uint8Array
  /** The sum of all values up to D; `null` when there is none. */
  readonly sumOfAll: number | null
}

export function yearSumsOf({ firstDay, values }: DayValues, lastDay: number): YearSums {
  const sums = new Float64Array(RANGE_ENDS.length)
  const known = new Uint16Array(RANGE_ENDS.length)
  const days = new Uint8Array(YEAR_DAYS)
  const newest = lastDay - firstDay
  let sumOfAll: number | null = null
  values.subarray(0, Math.max(0, newest + 1)).forEach((value, index) => {
    if (Number.isNaN(value)) return
    sumOfAll = (sumOfAll ?? 0) + value
    const back = newest - index
    if (back >= YEAR_DAYS) return
    const range = RANGE_ENDS.findIndex((end) => back <= end)
    sums[range] = at(sums, range) + value
    known[range] = at(known, range) + 1
    days[back] = 1
  })
  return { sums, known, days, sumOfAll }
}
