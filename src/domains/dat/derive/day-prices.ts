/**
 * Newest prices of an asset by day: one for each day from `firstDay` on, NaN where there was none.
 */
export interface DayPrices {
  readonly firstDay: number
  readonly prices: Float64Array
}

/**
 * Price that values an asset on a day: the newest of that day, else of the day before, else not
 * known (NaN; decision 136).
 */
export function priceOn({ firstDay, prices }: DayPrices, day: number): number {
  const index = day - firstDay
  const own = prices[index] ?? Number.NaN
  return Number.isNaN(own) ? (prices[index - 1] ?? Number.NaN) : own
}
