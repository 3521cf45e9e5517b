import { DAY_SEC } from '../../../lib/clock.ts'
import { float64s } from '../../../lib/number-arrays.ts'
import type { DayValues } from './day-series.ts'

/**
 * Rows of one series and label as they came from the store: times and values side by side, in any
 * order.
 */
export interface LabelRows {
  /** Times in seconds, or empty when the rows are one a day without a gap from `firstSec` on. */
  timesSec: readonly number[]
  firstSec: number
  values: readonly number[]
}

/**
 * The value of each day, in whole dollars (decision 26): the rows of a day add up for a flow; of a
 * level the last one counts. Rounding here, below every sum, is what makes parts add up to their
 * wholes to the dollar (decision 110). Two rows of the same time are versions of one statement,
 * which only the store can tell apart: then the answer is `undefined`.
 */
export function dailyValues(
  { timesSec, firstSec, values }: LabelRows,
  kind: 'flow' | 'level',
): DayValues | undefined {
  if (timesSec.length === 0)
    return {
      firstDay: Math.floor(firstSec / DAY_SEC),
      values: float64s(values.length, (index) => toWhole(values[index] ?? 0)),
    }
  const plain = oneADay(timesSec, values)
  if (plain !== undefined) return plain
  const order = Uint32Array.from(timesSec.keys())
  order.sort((a, b) => (timesSec[a] ?? 0) - (timesSec[b] ?? 0))
  const dayOf = (index: number | undefined) => Math.floor((timesSec[index ?? 0] ?? 0) / DAY_SEC)
  const firstDay = dayOf(order[0])
  const days = new Float64Array(dayOf(order.at(-1)) - firstDay + 1).fill(Number.NaN)
  let previousSec = -1
  for (const index of order) {
    const atSec = timesSec[index] ?? 0
    if (atSec === previousSec) return undefined
    previousSec = atSec
    const slot = dayOf(index) - firstDay
    const before = days[slot] ?? Number.NaN
    days[slot] =
      kind === 'flow' && !Number.isNaN(before)
        ? before + (values[index] ?? 0)
        : (values[index] ?? 0)
  }
  return { firstDay, values: days.map((value) => (Number.isNaN(value) ? value : toWhole(value))) }
}

/**
 * Rows in any order of which no two are of one day, as nearly all are, need no sorting; `undefined`
 * for others.
 */
function oneADay(timesSec: readonly number[], values: readonly number[]): DayValues | undefined {
  let [firstSec, lastSec] = [Number.POSITIVE_INFINITY, 0]
  for (const atSec of timesSec) {
    firstSec = Math.min(firstSec, atSec)
    lastSec = Math.max(lastSec, atSec)
  }
  const firstDay = Math.floor(firstSec / DAY_SEC)
  const days = new Float64Array(Math.floor(lastSec / DAY_SEC) - firstDay + 1).fill(Number.NaN)
  for (let index = 0; index < timesSec.length; index++) {
    const slot = Math.floor((timesSec[index] ?? 0) / DAY_SEC) - firstDay
    if (!Number.isNaN(days[slot])) return undefined
    days[slot] = toWhole(values[index] ?? 0)
  }
  return { firstDay, values: days }
}

/** The nearest whole dollar, halves up; never a negative zero. */
function toWhole(value: number): number {
  return Math.round(value) + 0
}
