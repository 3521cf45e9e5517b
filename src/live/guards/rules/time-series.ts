import { at } from '../../../lib/at.ts'

interface Point {
  atSec: number
  value: number
  isCarried: boolean
}

/** The sums of earlier readings of a series in order of time, with the lookups that guards need. */
export class TimeSeries {
  readonly #points: Point[] = []

  /** Adds a point; one of the same timestamp is replaced. */
  add(atSec: number, value: number, isCarried = false): void {
    const index = this.#firstAtOrAfter(atSec)
    const replaced = this.#points[index]?.atSec === atSec ? 1 : 0
    this.#points.splice(index, replaced, { atSec, value, isCarried })
  }

  /** The newest point before a timestamp. */
  before(atSec: number): { atSec: number; value: number } | undefined {
    return this.#points[this.#firstAtOrAfter(atSec) - 1]
  }

  /** The newest point at or before a timestamp. */
  at(atSec: number): { atSec: number; value: number } | undefined {
    return this.before(atSec + 1)
  }

  /** Values from a timestamp on and before another. */
  between(fromSec: number, toSec: number): number[] {
    return this.#points
      .slice(this.#firstAtOrAfter(fromSec), this.#firstAtOrAfter(toSec))
      .map(({ value }) => value)
  }

  /** Since when every reading up to a timestamp has this value, and how many; without carried. */
  repeats(value: number, toSec: number): { sinceSec: number; count: number } {
    let sinceSec = toSec
    let count = 0
    for (let index = this.#firstAtOrAfter(toSec) - 1; index >= 0; index--) {
      const point = at(this.#points, index)
      if (point.value !== value) break
      if (point.isCarried) continue
      sinceSec = point.atSec
      count++
    }
    return { sinceSec, count }
  }

  #firstAtOrAfter(atSec: number): number {
    let low = 0
    let high = this.#points.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(this.#points, middle).atSec < atSec) low = middle + 1
      else high = middle
    }
    return low
  }
}
