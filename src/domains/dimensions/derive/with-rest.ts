import { at } from '../../../lib/at.ts'
import type { Breakdown } from './breakdown.ts'
import type { Chart } from './chart.ts'
import { sumByDay, valueAt } from './day-series.ts'

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
