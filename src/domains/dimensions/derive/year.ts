import type { DaySeries } from './day-series.ts'

export const YEAR_DAYS = 365

/** The last day back from D of each stretch of the year; windows are made of whole stretches. */
const STRETCH_ENDS = [6, 13, 29, 59, YEAR_DAYS - 1]

/** What a series holds in the year that ends with a day D, and up to it. */
export interface Year {
  readonly lastDay: number
  /** By stretch: 0 to 6 days back, 7 to 13, 14 to 29, 30 to 59, and the rest of the year. */
  readonly sums: Float64Array
  /** By stretch, the days that have a value. */
  readonly known: Uint16Array
  /** One entry per day back from D: whether there is a value. */
  readonly days: Uint8Array
  /** All there is up to D; `null` when there is nothing. */
  readonly sumOfAll: number | null
}

// A series never changes, and every overview asks for the year of each: that of the day asked for
// last is kept.
const years = new WeakMap<DaySeries, Year>()

export function yearOf(series: DaySeries, lastDay: number): Year {
  const kept = years.get(series)
  if (kept?.lastDay === lastDay) return kept
  const made = makeYear(series, lastDay)
  years.set(series, made)
  return made
}

function makeYear({ firstDay, length, values }: DaySeries, lastDay: number): Year {
  const sums = new Float64Array(STRETCH_ENDS.length)
  const known = new Uint16Array(STRETCH_ENDS.length)
  const days = new Uint8Array(YEAR_DAYS)
  const newest = lastDay - firstDay
  let sumOfAll = 0
  let isKnown = false
  let stretch = 0
  for (let index = Math.min(length - 1, newest); index >= 0; index--) {
    const value = values[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    sumOfAll += value
    isKnown = true
    const back = newest - index
    while (stretch < STRETCH_ENDS.length && back > (STRETCH_ENDS[stretch] ?? 0)) stretch++
    if (back >= YEAR_DAYS) continue
    sums[stretch] = (sums[stretch] ?? 0) + value
    known[stretch] = (known[stretch] ?? 0) + 1
    days[back] = 1
  }
  return { lastDay, sums, known, days, sumOfAll: isKnown ? sumOfAll : null }
}
