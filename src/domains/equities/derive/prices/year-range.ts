import { DAY_SEC, dayStart } from '../../../../lib/clock.ts'
import type { Bar } from './split-adjusted.ts'

const YEAR_DAYS = 364

/**
 * Highest and lowest price of 52 weeks up to the newest price, which counts too; bars are in
 * today's shares.
 */
export function yearRange(
  bars: readonly Bar[],
  newest: { price: number; atSec: number },
): { high: number; low: number } {
  const fromSec = dayStart(newest.atSec) - YEAR_DAYS * DAY_SEC
  const recent = bars.filter(({ atSec }) => atSec > fromSec)
  return {
    high: recent.reduce((highest, { high }) => Math.max(highest, high), newest.price),
    low: recent.reduce((lowest, { low }) => Math.min(lowest, low), newest.price),
  }
}
