import { percentChange } from '../../../derive/percent-change.ts'
import { orNull } from './mnav.ts'
import { type CurrencyRate, rateOn } from './usd-closes.ts'

/** The newest price of a share, in the currency of its listing. */
interface SharePriceInput {
  readonly price: number
  readonly atSec: number
  readonly volume: number
  readonly previousClose: number | null
}

export interface SharePrice {
  readonly priceUsd: number | null
  readonly priceChangePct: number | null
  /** Shares traded in the newest session. */
  readonly volume: number | null
}

// As for closes that windows start with (decision 124): a share that was not traded for this long
// has no price today.
const MAX_AGE_DAYS = 10
const DAY_SEC = 86_400

/**
 * The newest price of a share in US dollars, its change since the close before, and what was traded
 * (decision 137).
 */
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
