import { DAY_SEC } from '../../../lib/clock.ts'
import { addPeriods } from './calendar-time.ts'

/** Values at timestamps, with lines between them; times ascend. */
export interface Polyline {
  timesSec: readonly number[]
  values: readonly number[]
}

/** How many of ascending numbers are not above a bound. */
export function countUpTo(ascending: readonly number[], bound: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) <= bound) low = middle + 1
    else high = middle
  }
  return low
}

/** 0 before the first, the last after it, and exactly as given where one is given. */
export function polylineAt({ timesSec, values }: Polyline, atSec: number): number {
  const low = countUpTo(timesSec, atSec)
  const [beforeSec, afterSec] = [timesSec[low - 1], timesSec[low]]
  const before = values[low - 1] ?? 0
  if (beforeSec === undefined || afterSec === undefined || atSec === beforeSec) return before
  return before + ((values[low] ?? 0) - before) * ((atSec - beforeSec) / (afterSec - beforeSec))
}

const PACE_DAYS = 100
const LONGEST = { months: 60 }

/**
 * Records of a section that is not through, carried on at the pace of their last 100 days until its
 * allocation is reached, at most five years on (unlocks.md#schedule-engine). One record has no
 * pace, nor has one that stands still: then nothing is added.
 */
export function addForecast(recorded: Polyline, allocation: number): Polyline {
  const lastSec = recorded.timesSec.at(-1) ?? 0
  const last = recorded.values.at(-1) ?? 0
  const sinceSec = Math.max(recorded.timesSec[0] ?? 0, lastSec - PACE_DAYS * DAY_SEC)
  const perSec = (last - polylineAt(recorded, sinceSec)) / (lastSec - sinceSec)
  if (!(perSec > 0) || last >= allocation) return recorded
  const reachedSec = Math.ceil(lastSec + (allocation - last) / perSec)
  const limitSec = addPeriods(lastSec, LONGEST, 1)
  const isReached = reachedSec <= limitSec
  return {
    timesSec: [...recorded.timesSec, isReached ? reachedSec : limitSec],
    values: [...recorded.values, isReached ? allocation : last + perSec * (limitSec - lastSec)],
  }
}
