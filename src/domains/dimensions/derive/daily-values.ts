import { at } from '../../../lib/at.ts'
import { dayOf } from '../../../lib/clock.ts'
import type { DayValues } from './day-series.ts'

/** Rows of one series and label: times and values side by side, in the order of time. */
export interface LabelRows {
  /** Times in seconds, or empty when the rows are one a day without a gap from `firstSec` on. */
  timesSec: readonly number[]
  firstSec: number
  values: readonly number[]
}

/**
 * Whole dollars by day (responses.md#precision): flows add up, of a level the last row counts.
 * Rounding below every sum makes parts add up to their wholes (dimensions.md#from-rows-to-days).
 */
export function dailyValues(
  { timesSec, firstSec, values }: LabelRows,
  kind: 'flow' | 'level',
): DayValues {
  const firstDay = dayOf(firstSec)
  const lastSec = timesSec.at(-1)
  if (lastSec === undefined) return { firstDay, values: new Float64Array(values).map(toWhole) }
  const days = new Float64Array(dayOf(lastSec) - firstDay + 1).fill(Number.NaN)
  for (const [index, atSec] of timesSec.entries()) {
    const slot = dayOf(atSec) - firstDay
    const before = at(days, slot)
    const value = at(values, index)
    days[slot] = kind === 'flow' && !Number.isNaN(before) ? before + value : value
  }
  return { firstDay, values: days.map(toWhole) }
}

/** The nearest whole dollar, halves up; never a negative zero. A missing day stays `NaN`. */
function toWhole(value: number): number {
  return Math.round(value) + 0
}
