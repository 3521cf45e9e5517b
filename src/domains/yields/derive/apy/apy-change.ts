import { DAY_SEC, HOUR_SEC } from '../../../../lib/clock.ts'
import { type ApySeries, findNearestApy } from './apy-series.ts'

/** The days over which changes are told. */
export const CHANGE_DAYS = [1, 7, 30] as const
/** How far from the moment a record may lie. */
export const CHANGE_WIDTH_SEC = 3 * HOUR_SEC

/**
 * Change of a pool's yield over some days in percentage points (semantics 5.2): a difference, not a
 * ratio. The days count back from its newest record (decision 81); `null` when there is no record
 * within three hours of then.
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
