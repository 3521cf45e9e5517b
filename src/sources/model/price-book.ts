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
  /** The newest price of then that may be used (tvl.md#records: 24 h, confidence 0.5), if any. */
  find(coin: string, atSec: number): KnownPrice | undefined
  /** Decimals of a token; without them a raw amount has no value. */
  decimals(coin: string): number | undefined
  symbol(coin: string): string | undefined
  /** What else is known of a coin at a time, to check an amount of it and its price against. */
  evidence(coin: string, atSec: number): CoinEvidence
  /** The price records that were used so far, once per coin, for the receipt. */
  inputs(): (KnownPrice & { coin: string })[]
}

/** Facts about a coin that contradict or explain a jump; null where nothing is known. */
export interface CoinEvidence {
  /** Median of its prices in the day before the one in use. */
  usualPriceUsd: number | null
  /** Its newest price, when that is too old to be used. */
  outdated: { priceUsd: number; atSec: number } | null
  /** All that its contract says there is of it, in whole tokens. */
  supplyTokens: number | null
  /** What its contract says; the decimals on record may differ. */
  statedDecimals: number | null
}

export const NO_EVIDENCE: CoinEvidence = {
  usualPriceUsd: null,
  outdated: null,
  supplyTokens: null,
  statedDecimals: null,
}

/** Coins and the times at which their prices are wanted. */
export interface WantedPrices {
  coins: ReadonlySet<string>
  fromSec: number
  toSec: number
}
