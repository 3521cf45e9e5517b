import { type DailySeries, lastDayOf } from './daily-series.ts'

/** The days from the first price of any series to the last, up to `today` (semantics 4.6). */
export function priceDays(
  series: readonly DailySeries[],
  today: number,
): { firstDay: number; length: number } {
  if (series.length === 0) return { firstDay: today, length: 0 }
  const firstDay = Math.min(...series.map((own) => own.firstDay))
  const lastDay = Math.min(today, Math.max(...series.map(lastDayOf)))
  return { firstDay, length: Math.max(0, lastDay - firstDay + 1) }
}
