import { symbolTokens } from './symbol-tokens.ts'

// Below this a coin that calls itself stable is not.
const LEAST_PRICE_USD = 0.7

/**
 * Whether a pool holds nothing but stablecoins that keep their value (semantics 5.2). A coin
 * without a price is not known to.
 */
export function isStablePool(
  symbol: string,
  pricesUsd: ReadonlyMap<string, number | null>,
): boolean {
  const tokens = symbolTokens(symbol)
  return (
    tokens.length > 0 && tokens.every((token) => (pricesUsd.get(token) ?? 0) >= LEAST_PRICE_USD)
  )
}
