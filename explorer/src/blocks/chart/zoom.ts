import type { SeriesState } from '../../page/series-keys.ts'

export type Zoom = Pick<SeriesState, 'from' | 'to'>

const MIN_POINTS = 3

/** The points between two moments; null where there are too few to draw. */
export function zoomTo(times: readonly number[], fromSec: number, toSec: number): Zoom | null {
  const from = times.findIndex((sec) => sec >= fromSec)
  const to = times.findLastIndex((sec) => sec <= toSec)
  if (from === -1 || to - from + 1 < MIN_POINTS) return null
  return { from: times[from] ?? null, to: times[to] ?? null }
}

/**
 * Nearer to a point (a factor under 1) or further away, within the whole series. All of it is no
 * zoom, but the range of everything.
 */
export function zoomAround(
  times: readonly number[],
  [fromSec, toSec]: readonly [number, number],
  centerSec: number,
  factor: number,
): Zoom | 'all' | null {
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined) return null
  const from = Math.max(first, centerSec - (centerSec - Math.max(first, fromSec)) * factor)
  const to = Math.min(last, centerSec + (Math.min(last, toSec) - centerSec) * factor)
  if (from <= first && to >= last) return 'all'
  return zoomTo(times, from, to)
}

/** The same length, moved by a share of itself, as far as the series goes. */
export function panned(
  times: readonly number[],
  [fromSec, toSec]: readonly [number, number],
  share: number,
): Zoom | null {
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined) return null
  const [from, to] = [Math.max(first, fromSec), Math.min(last, toSec)]
  const wanted = (to - from) * share
  const move = Math.max(first - from, Math.min(last - to, wanted))
  return move === 0 ? null : zoomTo(times, from + move, to + move)
}
