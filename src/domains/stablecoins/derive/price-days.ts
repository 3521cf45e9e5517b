import { type DailySeries, lastDayOf, reportedOn } from './daily-series.ts'

/**
 * Calls back for each day up to `today` on which any series has a price, with its prices by name
 * (semantics 4.6). There may be a million of them, so they are handed over one by one and never
 * gathered.
 */
export function eachPriceDay(
  byName: ReadonlyMap<string, DailySeries>,
  today: number,
  use: (day: number, eachPrice: (usePrice: (name: string, usd: number) => void) => void) => void,
): void {
  const series = [...byName]
  const firstDay = series.reduce(
    (first, [, own]) => Math.min(first, own.firstDay),
    Number.POSITIVE_INFINITY,
  )
  const lastDay = series.reduce(
    (last, [, own]) => Math.max(last, lastDayOf(own)),
    Number.NEGATIVE_INFINITY,
  )
  for (let day = firstDay; day <= Math.min(lastDay, today); day++) {
    if (!series.some(([, own]) => !Number.isNaN(reportedOn(own, day)))) continue
    use(day, (usePrice) => {
      for (const [name, own] of series) {
        const usd = reportedOn(own, day)
        if (!Number.isNaN(usd)) usePrice(name, usd)
      }
    })
  }
}
