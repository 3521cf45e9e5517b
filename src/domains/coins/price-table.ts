/** A price as it was recorded. */
export interface PriceRecord {
  readonly atSec: number
  readonly priceUsd: number
  readonly confidence: number | null
}

/** What is known of a coin: its description, if a token row gave one, and its newest price. */
export interface KnownCoin {
  readonly symbol: string | null
  readonly decimals: number | null
  readonly redirect: string | undefined
  readonly newest: PriceRecord | undefined
}

/** The newest price and the description of every coin. */
export class PriceTable {
  readonly #coins: ReadonlyMap<string, KnownCoin>

  constructor(coins: ReadonlyMap<string, KnownCoin>) {
    this.#coins = coins
  }

  find(coin: string): KnownCoin | undefined {
    return this.#coins.get(coin)
  }

  /** The newest price of a coin, or of the one it redirects to (coins.md#price-records). */
  findNewestPrice(coin: string): PriceRecord | undefined {
    const known = this.find(coin)
    return known?.redirect === undefined ? known?.newest : this.find(known.redirect)?.newest
  }
}
