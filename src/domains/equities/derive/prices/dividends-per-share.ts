import { DAY_SEC } from '../../../../lib/clock.ts'
import { type Split, splitFactor } from './split-adjusted.ts'

/** A dividend per share by the day from which the share trades without it. */
export interface Dividend {
  readonly atSec: number
  readonly amount: number
}

const YEAR_SEC = 365 * DAY_SEC

/**
 * Dividends of one of today's shares over the year up to a moment; `null` when no dividend of the
 * company is known at all.
 */
export function dividendsPerShare(
  dividends: readonly Dividend[],
  splits: readonly Split[],
  nowSec: number,
): number | null {
  const paid = dividends.filter(({ atSec }) => atSec <= nowSec)
  if (paid.length === 0) return null
  const recent = paid.filter(({ atSec }) => atSec > nowSec - YEAR_SEC)
  return recent.reduce(
    (sum, { atSec, amount }) => sum + amount / splitFactor(splits, atSec, nowSec),
    0,
  )
}
