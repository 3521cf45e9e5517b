import type { Breakdown } from './breakdown.ts'
import type { Chart } from './chart.ts'

/**
 * The parts of a chart together with what they leave over, under a name of its own, so that they
 * add up to it.
 */
export function withRest(total: Chart, breakdown: Breakdown, restName: string): Breakdown {
  const days = total.values.length
  const shift = total.firstDay - breakdown.firstDay
  const at = (values: Float64Array, index: number) => {
    const value = values[index + shift] ?? Number.NaN
    return Number.isNaN(value) ? undefined : value
  }
  const rest = new Float64Array(days).fill(Number.NaN)
  const aligned = new Map(
    [...breakdown.parts].map(([name]) => [name, new Float64Array(days).fill(Number.NaN)]),
  )
  for (let index = 0; index < days; index++) {
    let left = total.values[index] ?? Number.NaN
    if (Number.isNaN(left)) continue
    let isSplit = false
    for (const [name, values] of breakdown.parts) {
      const value = at(values, index)
      if (value === undefined) continue
      isSplit = true
      left -= value
      const part = aligned.get(name)
      if (part !== undefined) part[index] = value
    }
    if (!isSplit || left !== 0) rest[index] = left
  }
  return { firstDay: total.firstDay, days, parts: added(aligned, restName, rest) }
}

function added(
  parts: Map<string, Float64Array>,
  name: string,
  rest: Float64Array,
): Map<string, Float64Array> {
  const known = parts.get(name)
  if (known === undefined) return rest.every(Number.isNaN) ? parts : parts.set(name, rest)
  rest.forEach((value, index) => {
    if (!Number.isNaN(value))
      known[index] = value + (Number.isNaN(known[index]) ? 0 : (known[index] ?? 0))
  })
  return parts
}
