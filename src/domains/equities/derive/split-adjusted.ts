/** A split: from this moment on one old share is `ratio` new ones. */
export interface Split {
  readonly atSec: number
  readonly ratio: number
}

export interface Bar {
  readonly atSec: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** How many of today's shares a share of a moment has become: the product of the splits after it, up to `untilSec`. */
export function splitFactor(splits: readonly Split[], atSec: number, untilSec: number): number {
  return splits.reduce((factor, split) => (split.atSec > atSec && split.atSec <= untilSec ? factor * split.ratio : factor), 1)
}

/** Bars in today's shares: prices before a split are divided by its ratio, volumes multiplied. */
export function splitAdjusted(bars: readonly Bar[], splits: readonly Split[], untilSec: number): readonly Bar[] {
  if (splits.length === 0) return bars
  return bars.map((bar) => {
    const factor = splitFactor(splits, bar.atSec, untilSec)
    if (factor === 1) return bar
    const { atSec, open, high, low, close, volume } = bar
    return { atSec, open: open / factor, high: high / factor, low: low / factor, close: close / factor, volume: volume * factor }
  })
}
