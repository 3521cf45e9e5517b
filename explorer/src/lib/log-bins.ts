import { type LogScale, placeOf, rounded, valueAt } from './log-scale.ts'
import type { Bounds } from './view-state.ts'

/** How many values lie in each of some equal parts of a logarithmic axis. */
export function logBins(values: readonly number[], scale: LogScale, count: number): number[] {
  const bins = new Array<number>(count).fill(0)
  for (const value of values) {
    const place = Math.min(count - 1, Math.floor(placeOf(value, scale) * count + 1e-9))
    bins[place] = (bins[place] ?? 0) + 1
  }
  return bins
}

/** Places of bounds on the axis, from 0 to 1; an open end is its edge. */
export function placesOf({ from, to }: Bounds, scale: LogScale): [from: number, to: number] {
  return [from === null ? 0 : placeOf(from, scale), to === null ? 1 : placeOf(to, scale)]
}

/** Bounds between two places in any order; an edge of the axis is open. */
export function boundsAt(a: number, b: number, scale: LogScale): Bounds {
  const [low, high] = a < b ? [a, b] : [b, a]
  return {
    from: low <= 0 ? null : rounded(valueAt(low, scale)),
    to: high >= 1 ? null : rounded(valueAt(high, scale)),
  }
}
