import { clippedDays } from './chart.ts'
import { type DayRange, type DayValues, sumByDay } from './day-series.ts'

/** Charts of the parts of a whole over the same days, so that they add up to its chart. */
export interface Breakdown {
  readonly firstDay: number
  readonly days: number
  /** By the name of the part; values as in a chart. */
  readonly parts: ReadonlyMap<string, Float64Array>
}

/** A series with the name of the part it belongs to. */
export interface NamedSeries {
  readonly name: string
  readonly series: DayValues
}

/** Splits a chart by name, such as that of a chain. */
export function breakdownOf(named: readonly NamedSeries[], range: DayRange): Breakdown {
  const days = clippedDays(
    named.map(({ series }) => series),
    range,
  )
  return {
    firstDay: days.from,
    days: Math.max(0, days.to - days.from + 1),
    parts: new Map(eachPart(named, days)),
  }
}

/** The parts one by one, dense over a range of days. Series of the same name are one part. */
export function* eachPart(
  named: readonly NamedSeries[],
  days: DayRange,
): Generator<[name: string, values: Float64Array]> {
  for (const [name, group] of Map.groupBy(named, (one) => one.name))
    yield [
      name,
      sumByDay(
        group.map(({ series }) => series),
        days,
      ),
    ]
}
