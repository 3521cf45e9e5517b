/** A price with the record it came from, so that a figure can be explained later. */
export interface KnownPrice {
  /** The coin whose record it is: another one when the asked coin takes its price from there. */
  source: string
  priceUsd: number
  atSec: number
  confidence: number | null
}

/**
 * Prices and decimals for what a source saw, loaded before rows are made so that making them is
 * pure.
 */
export interface PriceBook {
  /**
   * The newest price at or before a time that is young and sure enough for value (semantics 2.2: 24
   * h, 0.5); undefined: unpriced. A time after the last one the book was loaded for counts as that
   * one.
   */
  find(coin: string, atSec: number): KnownPrice | undefined
  /** Decimals of a token; undefined: not known, so a raw amount of it has no value. */
  decimals(coin: string): number | undefined
  symbol(coin: string): string | undefined
  /**
   * The price records that were given out so far, each once for every coin that took it, for the
   * receipt.
   */
  inputs(): (KnownPrice & { coin: string })[]
}

/** Coins and the times at which their prices are wanted. */
export interface WantedPrices {
  coins: ReadonlySet<string>
  fromSec: number
  toSec: number
}
