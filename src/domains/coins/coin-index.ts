// Per entry: two halves of the hash, the slot plus one (0: free), and one unused number, so that an
// entry never straddles a cache line.
const STRIDE = 4
const FIRST_CAPACITY = 2_048
const FULL_ABOVE = 0.5

/**
 * Finds the slot of a coin by a 64-bit hash of its id, without keeping the ids: among a million,
 * every string that is looked at is a cache miss, and a map of strings needs several per look-up.
 * Two of a million ids share a hash once in some 40 million stores; the seed is random, so that
 * nobody can make an id that is taken for another.
 */
export class CoinIndex {
  readonly #seed: number
  #entries = new Int32Array(FIRST_CAPACITY * STRIDE)
  #size = 0
  #low = 0
  #high = 0

  constructor(seed: number) {
    this.#seed = seed | 0
  }

  get size(): number {
    return this.#size
  }

  /** The slot of a coin, or -1. Slots count up from 0 in the order in which coins came. */
  find(coin: string): number {
    this.#hash(coin)
    return (this.#entries[this.#place() + 2] ?? 0) - 1
  }

  findOrAdd(coin: string): number {
    this.#hash(coin)
    const place = this.#place()
    const known = (this.#entries[place + 2] ?? 0) - 1
    if (known >= 0) return known
    this.#put(place, this.#low, this.#high, ++this.#size)
    if (this.#size * STRIDE > this.#entries.length * FULL_ABOVE) this.#grow()
    return this.#size - 1
  }

  /** Where the hashed id stands, or the free place where it would. */
  #place(): number {
    const entries = this.#entries
    const mask = entries.length / STRIDE - 1
    for (let index = this.#low & mask; ; index = (index + 1) & mask) {
      const place = index * STRIDE
      const isThis = entries[place] === this.#low && entries[place + 1] === this.#high
      if (entries[place + 2] === 0 || isThis) return place
    }
  }

  #put(place: number, low: number, high: number, slotPlusOne: number): void {
    this.#entries[place] = low
    this.#entries[place + 1] = high
    this.#entries[place + 2] = slotPlusOne
  }

  #grow(): void {
    const old = this.#entries
    this.#entries = new Int32Array(old.length * 2)
    for (let place = 0; place < old.length; place += STRIDE) {
      const slotPlusOne = old[place + 2] ?? 0
      if (slotPlusOne === 0) continue
      this.#low = old[place] ?? 0
      this.#high = old[place + 1] ?? 0
      this.#put(this.#place(), this.#low, this.#high, slotPlusOne)
    }
  }

  #hash(text: string): void {
    let low = this.#seed
    let high = ~this.#seed
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      low = Math.imul(low ^ code, 0x9e3779b1)
      low ^= low >>> 15
      high = Math.imul(high + code, 0x85ebca6b)
      high ^= high >>> 13
    }
    this.#low = Math.imul(low ^ (low >>> 16), 0x7feb352d)
    this.#high = Math.imul(high ^ (high >>> 16), 0xc2b2ae35)
  }
}
