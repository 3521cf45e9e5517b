import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'

/** coins.md#nearest-record: the greatest age of a current price, and the reach of earlier ones. */
export const CURRENT_WIDTH_SEC = 12 * HOUR_SEC
const HISTORICAL_WIDTH_SEC = 6 * HOUR_SEC
const MAX_HISTORICAL_WIDTH_SEC = 2 * DAY_SEC

/** The requested width, else the kind's own; at most two days (coins.md#nearest-record). */
export function historicalWidthSec(
  askedSec: number | undefined,
  byDefaultSec = HISTORICAL_WIDTH_SEC,
): number {
  return Math.min(askedSec ?? byDefaultSec, MAX_HISTORICAL_WIDTH_SEC)
}
