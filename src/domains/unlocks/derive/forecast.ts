import { DAY_SEC } from '../../../lib/clock.ts'
import { addPeriods } from './calendar-time.ts'
import { type Polyline, polylineAt } from './polyline.ts'

const PACE_DAYS = 100
const LONGEST = { months: 60 }

/**
 * Records of a section that is not through, carried on at the pace of their last 100 days until its
 * allocation is reached, at most five years on (semantics 8.3). One record has no pace, nor has one
 * that stands still: then nothing is added.
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
