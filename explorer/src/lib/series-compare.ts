import type { ChartData, Series, Value } from './series.ts'
import { periodOf, periodStart, type Step } from './series-steps.ts'

/** One state of a series against another. */

// Figures that went through another sum differ in their last digits.
const SAME_SHARE = 1e-9

/**
 * The period of the same length before the one shown, moved onto its points. A point that the
 * series did not have then is missing.
 */
export function previousPeriod(
  { times, series }: ChartData,
  shownTimes: readonly number[],
  step: Step,
): Series[] {
  const first = shownTimes[0]
  const last = shownTimes.at(-1)
  if (first === undefined || last === undefined) return []
  const length = periodOf(last, step) - periodOf(first, step) + 1
  // The newest point is within its day: it is compared with the whole day.
  const days = new Map(times.map((sec, index) => [periodOf(sec, step), index]))
  const timestamps = new Map(times.map((sec, index) => [timestampOf(sec, step, 0), index]))
  const earlier = shownTimes.map(
    (sec) =>
      timestamps.get(timestampOf(sec, step, length)) ??
      days.get(periodOf(sec, step) - length) ??
      -1,
  )
  return series.map(({ name, values }) => ({
    name,
    values: earlier.map((index) => values[index] ?? null),
  }))
}

/** A period and the seconds within it, some periods earlier. */
function timestampOf(sec: number, step: Step, earlier: number): string {
  const period = periodOf(sec, step)
  return `${period - earlier} ${sec - periodStart(period, step)}`
}

/** Series of another axis on these times; null where they have no point. */
export function onAxis({ times, series }: ChartData, wanted: readonly number[]): Series[] {
  const places = new Map(times.map((sec, index) => [sec, index]))
  return series.map(({ name, values }) => ({
    name,
    values: wanted.map((sec) => values[places.get(sec) ?? -1] ?? null),
  }))
}

/** Places whose value is another one now, among those that were known then. */
export function revisedPlaces(now: readonly Value[], then: readonly Value[]): number[] {
  const first = then.findIndex((value) => value !== null)
  const last = then.findLastIndex((value) => value !== null)
  return now.flatMap((value, index) => {
    const before = then[index] ?? null
    if (first === -1 || index < first || index > last || isSame(value, before)) return []
    return [index]
  })
}

function isSame(a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b
  return Math.abs(a - b) <= SAME_SHARE * Math.max(Math.abs(a), Math.abs(b))
}

// Below this share of equal steps a series has no step: events, or days of trading.
const MIN_REGULAR_SHARE = 0.9
const MAX_ADDED_SHARE = 1

/** The axis with the points that a regular series lacks, so that a gap is not drawn over. */
export function regular({ times, series }: ChartData): ChartData {
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
export function gapsOf({
  times,
  series,
}: ChartData): (readonly [fromSec: number, toSec: number])[] {
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
