/** A price with the record it came from, so that a figure can be explained later. */
export interface KnownPrice {
  /** The coin whose record it is: another one where the coin redirects to it. */
  source: string
  priceUsd: number
  atSec: number
  confidence: number | null
}

/** Prices and decimals for observations, loaded beforehand so that making rows is pure. */
export interface PriceBook {
  /**
   * The newest price at or before a time that may be used for value (semantics 2.2: 24 h,
   * confidence 0.5); undefined: unpriced.
   */
  find(coin: string, atSec: number): KnownPrice | undefined
  /** Decimals of a token; without them a raw amount has no value. */
  decimals(coin: string): number | undefined
  symbol(coin: string): string | undefined
  /** The price records that were used so far, once per coin, for the receipt. */
  inputs(): (KnownPrice & { coin: string })[]
}

/** Coins and the times at which their prices are wanted. */
export interface WantedPrices {
  coins: ReadonlySet<string>
  fromSec: number
  toSec: number
}
