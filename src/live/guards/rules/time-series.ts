/**
 * The sums of earlier readings of a series in order of time, with the looks back that guards take.
 */
export class Line {
  readonly #atSecs: number[] = []
  readonly #values: number[] = []
  readonly #carried: boolean[] = []

  /** Adds a point; one of the same moment is replaced. */
  add(atSec: number, value: number, isCarried = false): void {
    const index = this.#firstAtOrAfter(atSec)
    const replaced = this.#atSecs[index] === atSec ? 1 : 0
    this.#atSecs.splice(index, replaced, atSec)
    this.#values.splice(index, replaced, value)
    this.#carried.splice(index, replaced, isCarried)
  }

  /** The newest point before a moment. */
  before(atSec: number): { atSec: number; value: number } | undefined {
    return this.#point(this.#firstAtOrAfter(atSec) - 1)
  }

  /** The newest point at or before a moment. */
  at(atSec: number): { atSec: number; value: number } | undefined {
    return this.#point(this.#firstAtOrAfter(atSec + 1) - 1)
  }

  /** Values from a moment on and before another. */
  between(fromSec: number, toSec: number): number[] {
    return this.#values.slice(this.#firstAtOrAfter(fromSec), this.#firstAtOrAfter(toSec))
  }

  /**
   * Since when, up to a moment, every reading that was not carried has had this very value; and how
   * many they are.
   */
  repeats(value: number, toSec: number): { sinceSec: number; count: number } {
    let sinceSec = toSec
    let count = 0
    for (
      let index = this.#firstAtOrAfter(toSec) - 1;
      index >= 0 && this.#values[index] === value;
      index--
    ) {
      if (this.#carried[index]) continue
      sinceSec = this.#atSecs[index] ?? toSec
      count++
    }
    return { sinceSec, count }
  }

  #point(index: number): { atSec: number; value: number } | undefined {
    const atSec = this.#atSecs[index]
    const value = this.#values[index]
    return atSec === undefined || value === undefined ? undefined : { atSec, value }
  }

  #firstAtOrAfter(atSec: number): number {
    let low = 0
    let high = this.#atSecs.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#atSecs[middle] ?? 0) < atSec) low = middle + 1
      else high = middle
    }
    return low
  }
}
