/** A market that is cheaper to move by 2% is dust: its price is not trusted. */
const DUST_USD = 1_000
/** A deeper market is not trusted more than this one. */
const DEEP_USD = 1_000_000
const MIN = 0.3
const MAX = 0.9

/**
 * Confidence by what it costs to move a market by 2% (semantics 3.1): 0.3 at 1,000 USD, 0.2 more
 * per factor of ten.
 */
export function depthConfidence(depthUsd: number): number {
  if (!(depthUsd >= DUST_USD)) return 0
  const reached =
    Math.log10(Math.min(depthUsd, DEEP_USD) / DUST_USD) / Math.log10(DEEP_USD / DUST_USD)
  return MIN + (MAX - MIN) * reached
}
