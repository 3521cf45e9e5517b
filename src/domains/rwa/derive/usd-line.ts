import { STANDS_DAYS } from './standing-figure.ts'
import { type DayValues, type UsdLine, withoutGaps } from './without-gaps.ts'
import { withoutSpikes } from './without-spikes.ts'

/**
 * Daily US dollars of an amount of tokens: units × price, cleaned as all charts are (semantics
 * 10.5). After the last report the amount stands for a week, at the price of each day, and is
 * marked (decision 131). `ratesOn` gives the prices of a range of days, `NaN` when not known.
 * `undefined` when no day has both.
 */
export function usdLine(
  units: DayValues,
  ratesOn: (firstDay: number, lastDay: number) => Float64Array,
): UsdLine | undefined {
  const { firstDay, values } = units
  const end = values.length - 1
  const rates = ratesOn(firstDay, firstDay + end + STANDS_DAYS)
  const worth = rates.map((rate, index) => rate * (values[Math.min(index, end)] ?? Number.NaN))
  const line = withoutGaps({ firstDay, values: withoutSpikes(worth) })
  line?.interpolated.fill(1, Math.max(0, firstDay + end + 1 - line.firstDay))
  return line
}
