/** Cheaper to move than this by 2%, a market is dust: its price says nothing. */
const DUST_USD = 1_000
/** From here on a deeper market is not trusted more: it is still only a market. */
const DEEP_USD = 1_000_000
const LEAST = 0.3
const MOST = 0.9

/**
 * How far the price of a market can be trusted, by what it costs to move it by 2% (semantics 3.1:
 * by the liquidity of the pool). Nothing under 1,000 USD; then 0.3 and 0.2 more for every factor of
 * ten, up to 0.9 at a million. At 10,000 USD it reaches 0.5, from which on a price counts for
 * value.
 */
export function depthConfidence(depthUsd: number): number {
  if (!(depthUsd >= DUST_USD)) return 0
  const reached =
    Math.log10(Math.min(depthUsd, DEEP_USD) / DUST_USD) / Math.log10(DEEP_USD / DUST_USD)
  return LEAST + (MOST - LEAST) * reached
}
