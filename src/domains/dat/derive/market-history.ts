import { countUpTo } from '../../../derive/count-up-to.ts'
import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { type TreasuryValues, valueOn } from './treasury-values.ts'

/** Share counts, from those outstanding to those that could come; NaN where not known. */
export type ThreeCounts = readonly [realized: number, realistic: number, max: number]

const NO_COUNTS: ThreeCounts = [Number.NaN, Number.NaN, Number.NaN]

/** mNAV: market cap ÷ value of the crypto held (dat.md); NaN when unknown or nothing is held. */
export function mNav(marketCap: number, treasuryUsd: number): number {
  return treasuryUsd > 0 ? marketCap / treasuryUsd : Number.NaN
}

/** A number as responses show it: what is not known is `null`. */
export function orNull(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) ? null : value
}

const SIGNIFICANT_DIGITS = 6
// Between these, a multiple of the last digit is found faster than by printing the number.
const SMALLEST = 1e-6
const LARGEST = 1e15

/** A ratio with six significant digits; NaN when it is not known (dat.md#histories). */
export function roundedRatio(value: number): number {
  if (!Number.isFinite(value)) return Number.NaN
  if (value < SMALLEST || value >= LARGEST) return Number(value.toPrecision(SIGNIFICANT_DIGITS))
  let [decimals, limit] = [0, 99_999.5]
  while (value < limit) {
    decimals++
    limit /= 10
  }
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}

/** Share counts as of a day. */
export interface ShareCount {
  readonly atSec: number
  readonly counts: ThreeCounts
}

/** Counts in today's shares: each × what a share of its day has become by splits since. */
export function inTodaysShares(
  counts: readonly ShareCount[],
  factorSince: (atSec: number) => number,
): ShareCount[] {
  return counts.map(({ atSec, counts: [realized, realistic, max] }) => {
    const factor = factorSince(atSec)
    return { atSec, counts: [realized * factor, realistic * factor, max * factor] }
  })
}

/** The newest counts by a timestamp; each of the three may be older than the others. */
export function countsAt(counts: readonly ShareCount[], atSec: number): ThreeCounts {
  return counts.reduce(
    (known, count) => (count.atSec <= atSec ? later(known, count.counts) : known),
    NO_COUNTS,
  )
}

function later(known: ThreeCounts, next: ThreeCounts): ThreeCounts {
  const pick = (kind: 0 | 1 | 2) => (Number.isNaN(next[kind]) ? known[kind] : next[kind])
  return [pick(0), pick(1), pick(2)]
}

type Three = readonly [realized: number | null, realistic: number | null, max: number | null]

/** Market caps and mNAVs of an institution, by each of its share counts (dat.md). */
export function marketFigures(
  shares: ThreeCounts,
  priceUsd: number | null,
  treasuryUsd: number,
): { shares: Three; mcaps: Three; mNavs: Three } {
  const caps = three(shares, (count) => count * (priceUsd ?? Number.NaN))
  return {
    shares: three(shares, orNull),
    mcaps: three(caps, orNull),
    mNavs: three(caps, (cap) => orNull(mNav(cap, treasuryUsd))),
  }
}

function three<T>(values: ThreeCounts, rule: (value: number) => T): readonly [T, T, T] {
  return [rule(values[0]), rule(values[1]), rule(values[2])]
}

/** Closes in US dollars and today's shares, oldest first, each stamped with its day's midnight. */
export interface UsdCloses {
  readonly timesSec: ArrayLike<number>
  readonly closes: ArrayLike<number>
}

/** A figure by each of the three share counts, one value per day. */
type ThreeColumns = readonly [realized: Float64Array, realistic: Float64Array, max: Float64Array]

/** Shares, market caps and mNAVs by trading day; NaN where one is not known. */
export interface MarketHistory {
  readonly timesSec: Uint32Array
  readonly shares: ThreeColumns
  readonly marketCaps: ThreeColumns
  readonly mNavs: ThreeColumns
}

/** What the market makes of a treasury by trading day, from its first transaction on (dat.md). */
export function marketHistory(
  { timesSec, closes }: UsdCloses,
  shares: readonly ShareCount[],
  values: TreasuryValues | null,
  today: number,
): MarketHistory {
  if (values === null) return emptyHistory(0)
  const start = countUpTo(timesSec, values.firstDay * DAY_SEC - 1)
  const history = emptyHistory(countUpTo(timesSec, today * DAY_SEC) - start)
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
  const columns = () => three(NO_COUNTS, () => new Float64Array(days))
  const timesSec = new Uint32Array(days)
  return { timesSec, shares: columns(), marketCaps: columns(), mNavs: columns() }
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
