/** A split: from this moment on one old share is `ratio` new ones. */
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

/**
 * How many of today's shares a share of a moment has become: the product of the splits after it, up
 * to `untilSec`.
 */
export function splitFactor(splits: readonly Split[], atSec: number, untilSec: number): number {
  return splits.reduce(
    (factor, split) =>
      split.atSec > atSec && split.atSec <= untilSec ? factor * split.ratio : factor,
    1,
  )
}

/** Bars in today's shares: prices before a split are divided by its ratio, volumes multiplied. */
export function splitAdjusted(
  bars: readonly Bar[],
  splits: readonly Split[],
  untilSec: number,
): readonly Bar[] {
  return inTodaysShares(
    bars,
    splits,
    untilSec,
    ({ atSec, open, high, low, close, volume }, factor) => {
      return {
        atSec,
        open: open / factor,
        high: high / factor,
        low: low / factor,
        close: close / factor,
        volume: volume * factor,
      }
    },
  )
}

/** The same of closes alone. */
export function splitAdjustedCloses(
  closes: readonly Close[],
  splits: readonly Split[],
  untilSec: number,
): readonly Close[] {
  return inTodaysShares(closes, splits, untilSec, ({ atSec, close }, factor) => ({
    atSec,
    close: close / factor,
  }))
}

function inTodaysShares<B extends Close>(
  bars: readonly B[],
  splits: readonly Split[],
  untilSec: number,
  divide: (bar: B, factor: number) => B,
): readonly B[] {
  if (splits.length === 0) return bars
  return bars.map((bar) => {
    const factor = splitFactor(splits, bar.atSec, untilSec)
    return factor === 1 ? bar : divide(bar, factor)
  })
}
