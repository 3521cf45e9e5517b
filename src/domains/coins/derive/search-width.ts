import { DAY_SEC, HOUR_SEC } from '../../../lib/clock.ts'

/**
 * Decision 13: the greatest age of a current price, and how far on either side a price at a moment
 * may be.
 */
export const CURRENT_WIDTH_SEC = 12 * HOUR_SEC
const HISTORICAL_WIDTH_SEC = 6 * HOUR_SEC
const MAX_HISTORICAL_WIDTH_SEC = 2 * DAY_SEC

/**
 * The width of a question about the past: the asked one or the kind's own, at most two days
 * (decision 13).
 */
export function historicalWidthSec(
  askedSec: number | undefined,
  byDefaultSec = HISTORICAL_WIDTH_SEC,
): number {
  return Math.min(askedSec ?? byDefaultSec, MAX_HISTORICAL_WIDTH_SEC)
}
