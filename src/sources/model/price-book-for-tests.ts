import { type CoinEvidence, NO_EVIDENCE, type PriceBook } from './price-book.ts'

/** A price book in a line: price, decimals, symbol and evidence of each coin, at any time. */
export function bookOf(
  coins: Record<
    string,
    { priceUsd?: number; decimals?: number; symbol?: string; evidence?: Partial<CoinEvidence> }
  >,
): PriceBook {
  return {
    find: (coin, atSec) => {
      const priceUsd = coins[coin]?.priceUsd
      return priceUsd === undefined ? undefined : { source: coin, priceUsd, atSec, confidence: 1 }
    },
    decimals: (coin) => coins[coin]?.decimals,
    symbol: (coin) => coins[coin]?.symbol,
    evidence: (coin) => ({ ...NO_EVIDENCE, ...coins[coin]?.evidence }),
    inputs: () => [],
  }
}
