import { at } from '../lib/at.ts'

/** How many of ascending numbers are not above a bound. */
export function countUpTo(ascending: ArrayLike<number>, bound: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (at(ascending, middle) <= bound) low = middle + 1
    else high = middle
  }
  return low
}
