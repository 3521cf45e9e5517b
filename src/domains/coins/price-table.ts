import { CoinIndex } from './coin-index.ts'

/** A price as it was recorded. */
export interface PriceRecord {
  atSec: number
  priceUsd: number
  confidence: number | null
}

/** What is known of a coin: its description, if a token row gave one, and its newest price. */
export interface KnownCoin {
  symbol: string | null
  decimals: number | null
  redirect: string | undefined
  newest: PriceRecord | undefined
}

// Numbers of a coin, side by side because they are read together: time (0: no price), price,
// confidence, decimals. Decimals from REDIRECTED on say that the coin takes another's price, so
// that most look-ups need not ask for one.
const STRIDE = 4
const REDIRECTED = 1_000
// Beyond what a token can have.
const NO_DECIMALS = 999

/**
 * The newest price and the description of every coin, in flat arrays: a million coins fit in a few
 * hundred megabytes.
 */
export class PriceTable {
  readonly #slots: CoinIndex
  #symbols: (string | undefined)[] = []
  #redirects: (string | undefined)[] = []
  #numbers = new Float64Array(STRIDE * 1_024)

  constructor(seed: number) {
    this.#slots = new CoinIndex(seed)
  }

  get size(): number {
    return this.#slots.size
  }

  setToken(coin: string, symbol: string, decimals: number | null, redirect: string | null): void {
    const slot = this.#slotFor(coin)
    this.#symbols[slot] = symbol
    this.#redirects[slot] = redirect ?? undefined
    const mark = redirect === null ? 0 : REDIRECTED
    this.#numbers[slot * STRIDE + 3] = (decimals ?? NO_DECIMALS) + mark
  }

  setPrice(coin: string, { atSec, priceUsd, confidence }: PriceRecord): void {
    const base = this.#slotFor(coin) * STRIDE
    this.#numbers[base] = atSec
    this.#numbers[base + 1] = priceUsd
    this.#numbers[base + 2] = confidence ?? Number.NaN
  }

  /** One look-up for everything: among a million names that is what costs. */
  find(coin: string): KnownCoin | undefined {
    const slot = this.#slots.find(coin)
    if (slot < 0) return undefined
    const base = slot * STRIDE
    const numbers = this.#numbers
    const atSec = numbers[base] ?? 0
    const newest =
      atSec === 0
        ? undefined
        : { atSec, priceUsd: numbers[base + 1] ?? 0, confidence: orNull(numbers[base + 2]) }
    const marked = numbers[base + 3] ?? NO_DECIMALS
    const decimals = marked % REDIRECTED
    return {
      symbol: this.#symbols[slot] ?? null,
      decimals: decimals === NO_DECIMALS ? null : decimals,
      redirect: marked < REDIRECTED ? undefined : this.#redirects[slot],
      newest,
    }
  }

  /** The newest price of a coin, or of the one it redirects to, one step deep (semantics 3.1). */
  findNewestPrice(coin: string): PriceRecord | undefined {
    const known = this.find(coin)
    return known?.redirect === undefined ? known?.newest : this.find(known.redirect)?.newest
  }

  #slotFor(coin: string): number {
    const known = this.#slots.size
    const slot = this.#slots.findOrAdd(coin)
    if (slot < known) return slot
    if ((slot + 1) * STRIDE > this.#numbers.length) this.#grow()
    this.#numbers[slot * STRIDE + 3] = NO_DECIMALS
    return slot
  }

  #grow(): void {
    const larger = new Float64Array(this.#numbers.length * 2)
    larger.set(this.#numbers)
    this.#numbers = larger
  }
}

function orNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value
}
