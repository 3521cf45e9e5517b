import type { Series, Value } from './series.ts'
import { periodOf, periodStart, type Step } from './series-steps.ts'

/** One state of a series against another. */

interface Axis {
  readonly times: readonly number[]
  readonly series: readonly Series[]
}

// Figures that went through another sum differ in their last digits.
const SAME_SHARE = 1e-9

/**
 * The period of the same length before the one shown, moved onto its points. A point that the
 * series did not have then is missing.
 */
export function previousPeriod(
  { times, series }: Axis,
  shownTimes: readonly number[],
  step: Step,
): Series[] {
  const first = shownTimes[0]
  const last = shownTimes.at(-1)
  if (first === undefined || last === undefined) return []
  const length = periodOf(last, step) - periodOf(first, step) + 1
  // The newest point lies within its day: it is compared with the whole day.
  const days = new Map(times.map((sec, index) => [periodOf(sec, step), index]))
  const moments = new Map(times.map((sec, index) => [momentOf(sec, step, 0), index]))
  const earlier = shownTimes.map(
    (sec) =>
      moments.get(momentOf(sec, step, length)) ?? days.get(periodOf(sec, step) - length) ?? -1,
  )
  return series.map(({ name, values }) => ({
    name,
    values: earlier.map((index) => values[index] ?? null),
  }))
}

/** A period and the seconds within it, some periods earlier. */
function momentOf(sec: number, step: Step, earlier: number): string {
  const period = periodOf(sec, step)
  return `${period - earlier} ${sec - periodStart(period, step)}`
}

/** Series of another axis on these times; null where they have no point. */
export function onAxis({ times, series }: Axis, wanted: readonly number[]): Series[] {
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
