import { at } from '../../src/lib/at.ts'

/** Choices that are the same again for the same seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** At least 0 and below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  pick<T>(values: readonly T[]): T {
    return at(values, this.int(0, values.length - 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** Any bytes, as text in which each character is one byte. */
  bytes(count: number): string {
    return Array.from({ length: count }, () => String.fromCharCode(this.int(0, 255))).join('')
  }
}
