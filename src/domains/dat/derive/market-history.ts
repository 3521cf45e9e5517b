import { at } from '../../../lib/at.ts'
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

/** A figure by each of the three share counts, one value per day. */
export type ThreeColumns = readonly [
  realized: Float64Array,
  realistic: Float64Array,
  max: Float64Array,
]

/** Shares, market caps and mNAVs by trading day; NaN where one is not known. */
export interface MarketHistory {
  readonly timesSec: Uint32Array
  readonly shares: ThreeColumns
  readonly marketCaps: ThreeColumns
  readonly mNavs: ThreeColumns
}

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
  if (values === null) return emptyHistory(0)
  const start = firstFrom(timesSec, values.firstDay * DAY_SEC)
  const history = emptyHistory(firstFrom(timesSec, today * DAY_SEC + 1) - start)
  let [counts, changeSec]: [ThreeCounts, number] = [NO_COUNTS, 0]
  for (let row = 0; row < history.timesSec.length; row++) {
    const atSec = at(timesSec, start + row)
    if (atSec >= changeSec) {
      counts = countsAt(shares, atSec)
      changeSec = shares.find((count) => count.atSec > atSec)?.atSec ?? Number.POSITIVE_INFINITY
    }
    const treasuryUsd = valueOn(values, values.whole, Math.floor(atSec / DAY_SEC))
    history.timesSec[row] = atSec
    fillDay(history, row, counts, at(closes, start + row), treasuryUsd)
  }
  return history
}

function emptyHistory(days: number): MarketHistory {
  const three = (): ThreeColumns => [
    new Float64Array(days),
    new Float64Array(days),
    new Float64Array(days),
  ]
  const timesSec = new Uint32Array(days)
  return { timesSec, shares: three(), marketCaps: three(), mNavs: three() }
}

function fillDay(
  { shares, marketCaps, mNavs }: MarketHistory,
  row: number,
  counts: ThreeCounts,
  close: number,
  treasuryUsd: number,
): void {
  for (const kind of [0, 1, 2] as const) {
    const marketCap = counts[kind] * close
    shares[kind][row] = counts[kind]
    marketCaps[kind][row] = marketCap
    mNavs[kind][row] = mNav(marketCap, treasuryUsd)
  }
}

/** Index of the first time from a moment on, of times in order. */
function firstFrom(timesSec: ArrayLike<number>, fromSec: number): number {
  let [low, high] = [0, timesSec.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (at(timesSec, middle) < fromSec) low = middle + 1
    else high = middle
  }
  return low
}
