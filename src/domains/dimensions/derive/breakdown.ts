import { clippedDays } from './chart.ts'
import { type DayRange, type DaySeries, sumByDay } from './day-series.ts'

/** Charts of the parts of a whole over the same days, so that they add up to its chart. */
export interface Breakdown {
  readonly firstDay: number
  readonly days: number
  /** By the name of the part; values as in a chart. */
  readonly parts: ReadonlyMap<string, Float64Array>
}

/** Splits a chart by a name of each series, such as its chain. */
export function breakdownOf(
  series: readonly DaySeries[],
  nameOf: (series: DaySeries) => string,
  range: DayRange,
): Breakdown {
  const days = clippedDays(series, range)
  return {
    firstDay: days.from,
    days: Math.max(0, days.to - days.from + 1),
    parts: new Map(eachPart(series, nameOf, days)),
  }
}

/** The parts one by one, dense over a range of days. Series of the same name are one part. */
export function* eachPart(
  series: readonly DaySeries[],
  nameOf: (series: DaySeries) => string,
  days: DayRange,
): Generator<[name: string, values: Float64Array]> {
  for (const [name, group] of Map.groupBy(series, nameOf)) yield [name, sumByDay(group, days)]
}
