import { countUpTo } from '../../../derive/count-up-to.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { addPeriods } from './calendar-time.ts'

/** Values at timestamps, with lines between them; times ascend. */
export interface Polyline {
  timesSec: readonly number[]
  values: readonly number[]
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
 * Records carried on at their last pace to the allocation (unlocks.md#schedule-engine); one record,
 * or one that stands still, has no pace.
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
