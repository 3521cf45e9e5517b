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

// Numbers of a coin, side by side because they are read together: time (0: no price), price, confidence, decimals.
const STRIDE = 4

/** The newest price and the description of every coin, in flat arrays: a million coins fit in a few hundred megabytes. */
export class PriceTable {
  readonly #slots = new Map<string, number>()
  #symbols: (string | undefined)[] = []
  #redirects: (string | undefined)[] = []
  #numbers = new Float64Array(STRIDE * 1_024)

  get size(): number {
    return this.#slots.size
  }

  setToken(coin: string, symbol: string, decimals: number | null, redirect: string | null): void {
    const slot = this.#slotFor(coin)
    this.#symbols[slot] = symbol
    this.#redirects[slot] = redirect ?? undefined
    this.#numbers[slot * STRIDE + 3] = decimals ?? Number.NaN
  }

  setPrice(coin: string, { atSec, priceUsd, confidence }: PriceRecord): void {
    const base = this.#slotFor(coin) * STRIDE
    this.#numbers[base] = atSec
    this.#numbers[base + 1] = priceUsd
    this.#numbers[base + 2] = confidence ?? Number.NaN
  }

  /** One look-up for everything: among a million names that is what costs. */
  find(coin: string): KnownCoin | undefined {
    const slot = this.#slots.get(coin)
    if (slot === undefined) return undefined
    const base = slot * STRIDE
    const numbers = this.#numbers
    const atSec = numbers[base] ?? 0
    const newest = atSec === 0 ? undefined : { atSec, priceUsd: numbers[base + 1] ?? 0, confidence: orNull(numbers[base + 2]) }
    return { symbol: this.#symbols[slot] ?? null, decimals: orNull(numbers[base + 3]), redirect: this.#redirects[slot], newest }
  }

  /** The newest price of a coin, or of the one it redirects to, one step deep (semantics 3.1). */
  findNewestPrice(coin: string): PriceRecord | undefined {
    const known = this.find(coin)
    return known?.redirect === undefined ? known?.newest : this.find(known.redirect)?.newest
  }

  #slotFor(coin: string): number {
    const known = this.#slots.get(coin)
    if (known !== undefined) return known
    const slot = this.#slots.size
    this.#slots.set(coin, slot)
    if ((slot + 1) * STRIDE > this.#numbers.length) this.#grow()
    this.#numbers[slot * STRIDE + 3] = Number.NaN
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
