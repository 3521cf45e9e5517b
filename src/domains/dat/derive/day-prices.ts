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
  const own = valueAt(prices, day - firstDay)
  return Number.isNaN(own) ? valueAt(prices, day - firstDay - 1) : own
}

/** A value by its index; NaN outside of the known ones. */
function valueAt(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN
}
