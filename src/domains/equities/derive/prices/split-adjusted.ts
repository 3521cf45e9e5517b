import { DAY_SEC } from '../../../../lib/clock.ts'

/** A split: from this time on one old share is `ratio` new ones. */
export interface Split {
  readonly atSec: number
  readonly ratio: number
}

export interface Close {
  readonly atSec: number
  readonly close: number
}

export interface Bar extends Close {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly volume: number
}

/** How many of today's shares one has become: the product of the splits since, up to `untilSec`. */
export function splitFactor(splits: readonly Split[], atSec: number, untilSec: number): number {
  return splits.reduce(
    (factor, split) =>
      split.atSec > atSec && split.atSec <= untilSec ? factor * split.ratio : factor,
    1,
  )
}

/** Bars in today's shares: prices before a split are divided by its ratio, volumes multiplied. */
export function splitAdjusted<B extends Close>(
  bars: readonly B[],
  splits: readonly Split[],
  untilSec: number,
): readonly B[] {
  if (splits.length === 0) return bars
  return bars.map((bar) => {
    const factor = splitFactor(splits, bar.atSec, untilSec)
    return factor === 1 ? bar : inShares(bar, factor)
  })
}

function inShares<B extends Close>(bar: B, factor: number): B {
  const figures = Object.entries(bar).map(([name, value]: [string, number]) => {
    if (name === 'atSec') return [name, value]
    return [name, name === 'volume' ? value * factor : value / factor]
  })
  return Object.fromEntries(figures) as B
}

/** A dividend per share by the day from which the share trades without it. */
export interface Dividend {
  readonly atSec: number
  readonly amount: number
}

const YEAR_SEC = 365 * DAY_SEC

/** Dividends of one of today's shares over a year; `null` when none was ever known. */
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
