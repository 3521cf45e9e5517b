import { mNav, NO_COUNTS, type ThreeCounts } from './mnav.ts'
import { countsAt, type ShareCount } from './share-counts.ts'
import { type TreasuryValues, valueOn } from './treasury-values.ts'

/**
 * Closes of a share in US dollars and today's shares, oldest first, stamped with the midnight their
 * day begins with.
 */
export interface UsdCloses {
  readonly timesSec: ArrayLike<number>
  readonly closes: ArrayLike<number>
}

/** Shares, market caps and mNAVs by trading day, each thrice; NaN where one is not known. */
export interface MarketHistory {
  readonly timesSec: Uint32Array
  /** Nine numbers a day: shares, market caps, mNAVs. */
  readonly figures: Float64Array
}

export const FIGURES_A_DAY = 9
const DAY_SEC = 86_400

/**
 * History of what the market makes of a treasury: a row for each trading day of its values, which
 * begin with its first transaction (semantics 10.1).
 */
export function marketHistory(
  { timesSec, closes }: UsdCloses,
  shares: readonly ShareCount[],
  values: TreasuryValues | null,
  today: number,
): MarketHistory {
  if (values === null) return { timesSec: new Uint32Array(0), figures: new Float64Array(0) }
  const start = firstFrom(timesSec, values.firstDay * DAY_SEC)
  const end = firstFrom(timesSec, today * DAY_SEC + 1)
  const history = {
    timesSec: new Uint32Array(end - start),
    figures: new Float64Array((end - start) * FIGURES_A_DAY),
  }
  let [counts, changeSec]: [ThreeCounts, number] = [NO_COUNTS, 0]
  for (let index = start; index < end; index++) {
    const atSec = timesSec[index] ?? 0
    if (atSec >= changeSec) {
      counts = countsAt(shares, atSec)
      changeSec = shares.find((count) => count.atSec > atSec)?.atSec ?? Number.POSITIVE_INFINITY
    }
    history.timesSec[index - start] = atSec
    fillDay(
      history.figures,
      (index - start) * FIGURES_A_DAY,
      counts,
      closes[index] ?? Number.NaN,
      valueOn(values, values.whole, Math.floor(atSec / DAY_SEC)),
    )
  }
  return history
}

function fillDay(
  figures: Float64Array,
  base: number,
  counts: ThreeCounts,
  close: number,
  treasuryUsd: number,
): void {
  for (let place = 0; place < 3; place++) {
    const count = counts[place] ?? Number.NaN
    figures[base + place] = count
    figures[base + place + 3] = count * close
    figures[base + place + 6] = mNav(count * close, treasuryUsd)
  }
}

/** Index of the first time from a moment on, of times in order. */
function firstFrom(timesSec: ArrayLike<number>, fromSec: number): number {
  let [low, high] = [0, timesSec.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((timesSec[middle] ?? 0) < fromSec) low = middle + 1
    else high = middle
  }
  return low
}
