/** Values at moments, with lines between them; times ascend. */
export interface Polyline {
  timesSec: readonly number[]
  values: readonly number[]
}

/**
 * The value at a moment: 0 before the first, the last after it, and exactly as given where one is
 * given.
 */
export function polylineAt({ timesSec, values }: Polyline, atSec: number): number {
  let low = 0
  let high = timesSec.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((timesSec[middle] ?? 0) <= atSec) low = middle + 1
    else high = middle
  }
  const [beforeSec, afterSec] = [timesSec[low - 1], timesSec[low]]
  const before = values[low - 1] ?? 0
  if (beforeSec === undefined || afterSec === undefined || atSec === beforeSec) return before
  return before + ((values[low] ?? 0) - before) * ((atSec - beforeSec) / (afterSec - beforeSec))
}
