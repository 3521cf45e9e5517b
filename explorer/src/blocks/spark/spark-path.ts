import { knownRuns, last, type Value } from '../../lib/series.ts'

const MARGIN = 3

/** The path of a small line and its last point; null under two known values. */
export function sparkPath(
  values: readonly Value[],
  width: number,
  height: number,
): { path: string; end: readonly [x: number, y: number] } | null {
  const known = values.filter((value): value is number => value !== null)
  const newest = last(values)
  if (known.length < 2 || newest === null) return null
  const low = Math.min(...known)
  const high = Math.max(...known)
  const x = (index: number) => 1 + (index / (values.length - 1)) * (width - 5)
  const y = (value: number) =>
    high === low
      ? height / 2
      : height - MARGIN - ((value - low) / (high - low)) * (height - 2 * MARGIN)
  const runs = knownRuns(values).map((run) =>
    run.map(([place, value]) => `${x(place).toFixed(1)} ${y(value).toFixed(1)}`).join('L'),
  )
  const end = values.findLastIndex((value) => value !== null)
  return { path: runs.map((run) => `M${run}`).join(''), end: [x(end), y(newest)] }
}
