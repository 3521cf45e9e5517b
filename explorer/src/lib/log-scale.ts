import type { Bounds } from './view-state.ts'

/** A logarithmic axis from one value to another; what is outside is drawn at its edge. */
export interface LogScale {
  readonly least: number
  readonly most: number
}

/** Place of a value on the axis, from 0 to 1. */
export function placeOf(value: number, { least, most }: LogScale): number {
  const place = Math.log(Math.max(value, least) / least) / Math.log(most / least)
  return Math.min(1, place)
}

/** The value at a place; the inverse of `placeOf`. */
export function valueAt(place: number, { least, most }: LogScale): number {
  return least * (most / least) ** Math.min(1, Math.max(0, place))
}

/** A place as drawings have it. */
export function percent(place: number): string {
  return `${(place * 100).toFixed(2)}%`
}

/** Powers of ten on the axis. */
export function powersOf({ least, most }: LogScale): readonly number[] {
  const first = Math.ceil(Math.log10(least))
  const last = Math.floor(Math.log10(most))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => 10 ** (first + index))
}

/** An axis of whole powers of ten that holds all values, from a least one on. */
export function scaleOf(values: readonly number[], least: number): LogScale {
  const most = values.reduce((largest, value) => Math.max(largest, value), least * 10)
  return { least, most: 10 ** Math.ceil(Math.log10(most)) }
}

/** Two digits of a bound that was drawn by hand: more would pretend. */
export function rounded(value: number): number {
  return Number(value.toPrecision(2))
}

/** The power of ten below all values, but none below a least one: the axis begins there. */
export function powerBelow(values: readonly number[], least: number): number {
  const smallest = values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY)
  if (!Number.isFinite(smallest) || smallest <= least) return least
  return 10 ** Math.floor(Math.log10(smallest))
}

/** How many values are in each of some equal parts of a logarithmic axis. */
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
