import { ownMember } from '../../../lib/records.ts'
import { type DailySeries, lastDayOf, reportedOn } from './daily-series.ts'
import { isStanding, type Present } from './present.ts'

const PREFIX = 'pegged'
// The one peg that is named after the currency's name and not its code.
const CODES: Readonly<Record<string, string>> = { REAL: 'BRL' }
const FLOATING = 'VAR'

/** The currency that a peg follows, or none (stablecoins.md#value-in-dollars). */
export function pegCurrency(pegType: string): string | undefined {
  const name = pegType.startsWith(PREFIX) ? pegType.slice(PREFIX.length) : ''
  return name === '' || name === FLOATING ? undefined : (ownMember(CODES, name) ?? name)
}

/** What values a unit: its own price, else the rate of the currency it is pegged to. */
export interface RateSources {
  readonly price: DailySeries | undefined
  /** Exchange rate by day without gaps, or 1 for the dollar itself. */
  readonly peg: DailySeries | 1 | undefined
}

// Markets for currencies close over weekends and feasts; a rate older than a week is not a rate.
const RATE_STANDS_DAYS = 7

/** Rates whose gaps take the one before, a week at most (stablecoins.md#value-in-dollars). */
export function standingRates(rates: DailySeries): DailySeries {
  const length = lastDayOf(rates) - rates.firstDay + 1 + RATE_STANDS_DAYS
  const filled = new Float64Array(length).fill(Number.NaN)
  let last = Number.NaN
  let age = 0
  for (let index = 0; index < length; index++) {
    const reported = reportedOn(rates, rates.firstDay + index)
    age = Number.isNaN(reported) ? age + 1 : 0
    if (age === 0) last = reported
    if (age <= RATE_STANDS_DAYS) filled[index] = last
  }
  return { ...rates, columns: [filled] }
}

/**
 * US dollars for a unit by day (stablecoins.md#value-in-dollars): the day's last price, else a
 * standing one on the present day, else the peg's rate, else `NaN`.
 */
export function usdRates(
  { price, peg }: RateSources,
  firstDay: number,
  lastDay: number,
  present: Present,
): Float64Array {
  const rates = new Float64Array(Math.max(0, lastDay - firstDay + 1)).fill(
    peg === 1 ? 1 : Number.NaN,
  )
  if (peg !== undefined && peg !== 1) putReported(rates, firstDay, peg)
  if (price === undefined) return rates
  const standing = standingPrice(price, present)
  if (present.day >= firstDay && present.day <= lastDay && !Number.isNaN(standing))
    rates[present.day - firstDay] = standing
  putReported(rates, firstDay, price)
  return rates
}

/** Puts what a series has on the days of a range over what is there. */
function putReported(rates: Float64Array, firstDay: number, series: DailySeries): void {
  const [column = new Float64Array(0)] = series.columns
  const until = Math.min(rates.length, series.firstDay + column.length - firstDay)
  for (let at = Math.max(0, series.firstDay - firstDay); at < until; at++) {
    const reported = column[at + firstDay - series.firstDay] ?? Number.NaN
    if (!Number.isNaN(reported)) rates[at] = reported
  }
}

/** The newest price unless a day older than the newest report of supply; `null` without one. */
export function presentPrice({ price }: RateSources, present: Present): number | null {
  const newest = price === undefined ? Number.NaN : standingPrice(price, present)
  return Number.isNaN(newest) ? null : newest
}

function standingPrice(price: DailySeries, present: Present): number {
  return isStanding(price.lastSec, present)
    ? reportedOn(price, Math.min(lastDayOf(price), present.today))
    : Number.NaN
}
