import type { Series } from './series.ts'

// Below this share of equal steps a series has no step: events, or days of trading.
const MIN_REGULAR_SHARE = 0.9
const MAX_ADDED_SHARE = 1

interface Axis {
  readonly times: readonly number[]
  readonly series: readonly Series[]
}

/** The axis with the points that a regular series lacks, so that a gap is not drawn over. */
export function regular({ times, series }: Axis): Axis {
  const step = stepOf(times)
  if (step === null) return { times, series }
  const all = times.flatMap((sec, index) => {
    const next = times[index + 1]
    const lacking = next === undefined ? 0 : Math.ceil((next - sec) / step) - 1
    return [sec, ...Array.from({ length: lacking }, (_, place) => sec + (place + 1) * step)]
  })
  const added = all.length - times.length
  if (added === 0 || added > times.length * MAX_ADDED_SHARE) return { times, series }
  const places = new Map(times.map((sec, index) => [sec, index]))
  return {
    times: all,
    series: series.map(({ name, values }) => ({
      name,
      values: all.map((sec) => values[places.get(sec) ?? -1] ?? null),
    })),
  }
}

/** The step that nearly all neighbours have; null where there is none. */
export function stepOf(times: readonly number[]): number | null {
  const counts = new Map<number, number>()
  for (let index = 1; index < times.length; index++) {
    const step = (times[index] ?? Number.NaN) - (times[index - 1] ?? Number.NaN)
    counts.set(step, (counts.get(step) ?? 0) + 1)
  }
  const [found] = [...counts].sort((a, b) => b[1] - a[1])
  if (found === undefined || found[1] < (times.length - 1) * MIN_REGULAR_SHARE) return null
  return found[0]
}

/** Where no series has a value between two known points: from one to the other. */
export function gapsOf({ times, series }: Axis): (readonly [fromSec: number, toSec: number])[] {
  const gaps: (readonly [number, number])[] = []
  let known: number | null = null
  let isGap = false
  for (const [index, sec] of times.entries()) {
    const isKnown = series.some(({ values }) => (values[index] ?? null) !== null)
    if (isKnown && isGap && known !== null) gaps.push([known, sec])
    if (isKnown) known = sec
    isGap = !isKnown
  }
  return gaps
}
