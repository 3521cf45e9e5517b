import type { DayValues } from './without-gaps.ts'

// Funds put out their value as seldom as once a month.
const PRICE_STANDS_DAYS = 35

/**
 * Price on each day of a range: the last one reported until then, `NaN` when that is more than 35
 * days old or there is none (decision 131).
 */
export function standingPrices(
  prices: DayValues | undefined,
  firstDay: number,
  lastDay: number,
): Float64Array {
  const standing = new Float64Array(Math.max(0, lastDay - firstDay + 1)).fill(Number.NaN)
  if (prices === undefined) return standing
  let newest = Number.NaN
  let newestDay = 0
  for (let day = Math.max(prices.firstDay, firstDay - PRICE_STANDS_DAYS); day <= lastDay; day++) {
    const reported = prices.values[day - prices.firstDay] ?? Number.NaN
    if (!Number.isNaN(reported)) {
      newest = reported
      newestDay = day
    }
    if (day >= firstDay && day - newestDay <= PRICE_STANDS_DAYS) standing[day - firstDay] = newest
  }
  return standing
}
