/**
 * Counts of shares, from those outstanding to those that could come; NaN where one is not known.
 */
export type ThreeCounts = readonly [realized: number, realistic: number, max: number]

export const NO_COUNTS: ThreeCounts = [Number.NaN, Number.NaN, Number.NaN]

/**
 * mNAV: market cap ÷ value of the crypto held (semantics 10.1). NaN when either is not known or
 * nothing is held.
 */
export function mNav(marketCap: number, treasuryUsd: number): number {
  return treasuryUsd > 0 ? marketCap / treasuryUsd : Number.NaN
}

/** A number as responses show it: what is not known is `null`. */
export function orNull(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) ? null : value
}
