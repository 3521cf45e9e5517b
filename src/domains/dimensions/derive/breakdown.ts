import { type Chart, chartOf, type DayRange, spanOf } from './chart.ts'
import type { DaySeries } from './day-series.ts'

/** Charts of the parts of a whole over the same days, so that they add up to its chart. */
export interface Breakdown {
  readonly firstDay: number
  readonly days: number
  /** By the name of the part; values as in a chart. */
  readonly parts: ReadonlyMap<string, Float64Array>
}

/**
 * Splits a chart by a name of each series, such as its chain. Parts of the same name are one part.
 */
export function breakdownOf(
  series: readonly DaySeries[],
  nameOf: (series: DaySeries) => string,
  range: DayRange,
): Breakdown {
  const span = spanOf(series, range)
  const groups = new Map<string, DaySeries[]>()
  for (const one of series) {
    const name = nameOf(one)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [one])
    else group.push(one)
  }
  const days = Math.max(0, span.to - span.from + 1)
  const parts = new Map<string, Float64Array>()
  for (const [name, group] of groups)
    parts.set(name, stretched(chartOf(group, span), span.from, days))
  return { firstDay: span.from, days, parts }
}

/** A chart's values over all days of the whole. */
function stretched({ firstDay, values }: Chart, from: number, days: number): Float64Array {
  if (firstDay === from && values.length === days) return values
  const whole = new Float64Array(days).fill(Number.NaN)
  if (values.length > 0) whole.set(values, firstDay - from)
  return whole
}
