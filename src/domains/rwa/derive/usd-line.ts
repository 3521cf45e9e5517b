import { type DayValues, type UsdLine, withoutGaps } from './without-gaps.ts'
import { withoutSpikes } from './without-spikes.ts'

/**
 * Daily US dollars of an amount of tokens: units × price, cleaned as all charts are (semantics 10.5). `ratesOn` gives the prices of a
 * stretch of days, `NaN` when not known. `undefined` when no day has both.
 */
export function usdLine(units: DayValues, ratesOn: (firstDay: number, lastDay: number) => Float64Array): UsdLine | undefined {
  const { firstDay, values } = units
  const rates = ratesOn(firstDay, firstDay + values.length - 1)
  return withoutGaps({ firstDay, values: withoutSpikes(values.map((amount, index) => amount * (rates[index] ?? Number.NaN))) })
}
