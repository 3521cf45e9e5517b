import { percentChange } from '../../../derive/percent-change.ts'
import { at } from '../../../lib/at.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { CurrencyRate, Quote } from '../../equities/public.ts'
import { orNull, type UsdCloses } from './market-history.ts'

/** The rate of US dollars themselves. */
export const DOLLARS: readonly CurrencyRate[] = [{ atSec: 0, usd: 1 }]

/** US dollars for a unit at the end of a day: the newest rate by then, else NaN (dat.md#shares). */
export function rateOn(rates: readonly CurrencyRate[], daySec: number): number {
  return rates.findLast(({ atSec }) => atSec < daySec + DAY_SEC)?.usd ?? Number.NaN
}

/** Closes as traded × the rate of the day ÷ what a share has become since. */
export function usdCloses(
  { timesSec, closes }: UsdCloses,
  rates: readonly CurrencyRate[],
  factorSince: ((atSec: number) => number) | null,
): UsdCloses {
  if (rates === DOLLARS && factorSince === null) return { timesSec, closes }
  const converted = new Float64Array(closes.length)
  let next = 0
  for (let index = 0; index < converted.length; index++) {
    const atSec = at(timesSec, index)
    while (next < rates.length && at(rates, next).atSec < atSec + DAY_SEC) next++
    const rate = next === 0 ? Number.NaN : at(rates, next - 1).usd
    const factor = factorSince === null ? 1 : factorSince(atSec)
    converted[index] = (at(closes, index) * rate) / factor
  }
  return { timesSec, closes: converted }
}

/** The newest price of a share, in the currency of its listing. */
type SharePriceInput = Pick<Quote, 'price' | 'atSec' | 'volume' | 'previousClose'>

export interface SharePrice {
  readonly priceUsd: number | null
  readonly priceChangePct: number | null
  /** Shares traded in the newest session. */
  readonly volume: number | null
}

// A share not traded for this long has no price today, as in equities.md#newest-price.
const MAX_AGE_DAYS = 10

/** The newest price in US dollars, its change, and what was traded (dat.md#shares). */
export function sharePrice(
  quote: SharePriceInput | null,
  rates: readonly CurrencyRate[],
  today: number,
): SharePrice {
  if (quote === null || quote.atSec < (today - MAX_AGE_DAYS) * DAY_SEC)
    return { priceUsd: null, priceChangePct: null, volume: null }
  return {
    priceUsd: orNull(quote.price * rateOn(rates, today * DAY_SEC)),
    priceChangePct: percentChange(quote.previousClose, quote.price),
    volume: quote.volume,
  }
}
