/** The newest price and the description of every coin, in flat arrays: a million coins fit in a few hundred megabytes. */
export class PriceTable {
  readonly #slots = new Map<string, number>()
  #symbols: (string | undefined)[] = []
  #redirects: (string | undefined)[] = []
  #decimals = new Int16Array(1_024).fill(-1)
  #prices = new Float64Array(1_024)
  #times = new Uint32Array(1_024)
  #confidences = new Float64Array(1_024).fill(Number.NaN)

  get size(): number {
    return this.#slots.size
  }

  setToken(coin: string, symbol: string, decimals: number | null, redirect: string | null): void {
    const slot = this.#slotFor(coin)
    this.#symbols[slot] = symbol
    this.#redirects[slot] = redirect ?? undefined
    this.#decimals[slot] = decimals ?? -1
  }

  setPrice(coin: string, atSec: number, priceUsd: number, confidence: number | null): void {
    const slot = this.#slotFor(coin)
    this.#times[slot] = atSec
    this.#prices[slot] = priceUsd
    this.#confidences[slot] = confidence ?? Number.NaN
  }

  findToken(coin: string): { symbol: string | null; decimals: number | null; redirect: string | undefined } | undefined {
    const slot = this.#slots.get(coin)
    if (slot === undefined) return undefined
    const decimals = this.#decimals[slot] ?? -1
    return { symbol: this.#symbols[slot] ?? null, decimals: decimals < 0 ? null : decimals, redirect: this.#redirects[slot] }
  }

  findPrice(coin: string): { atSec: number; priceUsd: number; confidence: number | null } | undefined {
    const slot = this.#slots.get(coin)
    const atSec = slot === undefined ? 0 : (this.#times[slot] ?? 0)
    if (slot === undefined || atSec === 0) return undefined
    const confidence = this.#confidences[slot] ?? Number.NaN
    return { atSec, priceUsd: this.#prices[slot] ?? 0, confidence: Number.isNaN(confidence) ? null : confidence }
  }

  #slotFor(coin: string): number {
    const known = this.#slots.get(coin)
    if (known !== undefined) return known
    const slot = this.#slots.size
    this.#slots.set(coin, slot)
    if (slot >= this.#prices.length) this.#grow()
    return slot
  }

  #grow(): void {
    const length = this.#prices.length * 2
    const copy = <A extends { set(source: A): void }>(target: A, source: A): A => {
      target.set(source)
      return target
    }
    this.#prices = copy(new Float64Array(length), this.#prices)
    this.#times = copy(new Uint32Array(length), this.#times)
    this.#decimals = copy(new Int16Array(length).fill(-1), this.#decimals)
    this.#confidences = copy(new Float64Array(length).fill(Number.NaN), this.#confidences)
  }
}
