import { findNearestRecord } from '../../../derive/nearest-record.ts'
import { at } from '../../../lib/at.ts'
import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'

/** Yields at timestamps or on days, in order; two lists of numbers, as very many are in memory. */
export interface ApySeries {
  readonly times: readonly number[]
  readonly apysPct: readonly number[]
}

export const EMPTY_SERIES: ApySeries = { times: [], apysPct: [] }

/** The series with one more yield at its end, and without those before `fromTime`. */
export function extendSeries(
  { times, apysPct }: ApySeries,
  time: number,
  apyPct: number,
  fromTime: number,
): ApySeries {
  const first = times.findIndex((known) => known >= fromTime)
  const start = first < 0 ? times.length : first
  return { times: [...times.slice(start), time], apysPct: [...apysPct.slice(start), apyPct] }
}

/** The yield nearest to a timestamp within `widthSec` on either side. */
export function findNearestApy(
  { times, apysPct }: ApySeries,
  timeSec: number,
  widthSec: number,
): number | undefined {
  const near = times.flatMap((atSec, index) =>
    Math.abs(atSec - timeSec) <= widthSec ? [{ atSec, apyPct: at(apysPct, index) }] : [],
  )
  return findNearestRecord(near, timeSec, widthSec)?.apyPct
}

/** The days over which changes are told. */
export const CHANGE_DAYS = [1, 7, 30] as const
/** How far from the timestamp a record may lie. */
export const CHANGE_WIDTH_SEC = 3 * HOUR_SEC

/**
 * Change of a yield over some days in percentage points (yields.md#samples), back from the newest
 * record (yields.md#changes); `null` without a record within three hours of then.
 */
export function apyChange(
  newest: { atSec: number; apyPct: number | null },
  earlier: ApySeries,
  days: number,
): number | null {
  if (newest.apyPct === null) return null
  const before = findNearestApy(earlier, newest.atSec - days * DAY_SEC, CHANGE_WIDTH_SEC)
  return before === undefined ? null : newest.apyPct - before
}

/** How many days are in the mean. */
export const MEAN_DAYS = 30

/** Mean of the daily yields of the 30 days up to `lastDay` (yields.md#samples), by last records. */
export function meanApy({ times: days, apysPct }: ApySeries, lastDay: number): number | null {
  let sum = 0
  let count = 0
  for (const [index, day] of days.entries()) {
    if (day > lastDay || day <= lastDay - MEAN_DAYS) continue
    sum += at(apysPct, index)
    count++
  }
  return count === 0 ? null : sum / count
}
