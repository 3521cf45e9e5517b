import { at } from '../../../lib/at.ts'
import { type DayRange, type DayValues, daysOf, sumByDay, valueAt } from './day-series.ts'

/** Values by day, dense from `firstDay`; `NaN` is a day without any. */
export type Chart = DayValues

/** The sum of some series by day, within a range that ends with the last complete day. */
export function chartOf(series: readonly DayValues[], range: DayRange): Chart {
  const days = clippedDays(series, range)
  return { firstDay: days.from, values: sumByDay(series, days) }
}

/** The days that any of the series covers, within a range. */
export function clippedDays(series: readonly DayValues[], range: DayRange): DayRange {
  const { from, to } = daysOf(series)
  return from > to ? { from, to } : { from: Math.max(from, range.from), to: Math.min(to, range.to) }
}

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

/** The running total of daily values (dimensions.md#data-types); a missing day adds nothing. */
export function runningTotal(values: Float64Array): Float64Array {
  let sum = Number.NaN
  return values.map((value) => {
    if (!Number.isNaN(value)) sum = Number.isNaN(sum) ? value : sum + value
    return sum
  })
}

/** The parts of a chart with what they leave over, under a name of its own: they add up to it. */
export function withRest(total: Chart, breakdown: Breakdown, restName: string): Breakdown {
  const { firstDay } = total
  const days = { from: firstDay, to: firstDay + total.values.length - 1 }
  const parts = new Map<string, Float64Array>()
  for (const [name, values] of breakdown.parts)
    parts.set(name, onDaysOf(total, { firstDay: breakdown.firstDay, values }))
  const split = sumByDay(toCharts(firstDay, ...parts.values()), days)
  const rest = total.values.map((value, index) => {
    const sum = at(split, index)
    if (Number.isNaN(sum)) return value
    return value === sum ? Number.NaN : value - sum
  })
  if (!rest.every(Number.isNaN)) {
    const named = parts.get(restName)
    const both = named === undefined ? [rest] : [named, rest]
    parts.set(restName, sumByDay(toCharts(firstDay, ...both), days))
  }
  return { firstDay, days: total.values.length, parts }
}

/** The values of a part on the days that have a total. */
function onDaysOf(total: Chart, part: Chart): Float64Array {
  return total.values.map((value, index) =>
    Number.isNaN(value) ? Number.NaN : valueAt(part, total.firstDay + index),
  )
}

function toCharts(firstDay: number, ...parts: Float64Array[]): Chart[] {
  return parts.map((values) => ({ firstDay, values }))
}
