import { percentChange } from '../../../../derive/percent-change.ts'
import { DAY_SEC } from '../../../../lib/clock.ts'
import { minus, percent, plus, ratio, type Value } from '../arithmetic.ts'
import type { Quote } from '../prices/quote.ts'
import { type Split, splitFactor } from '../prices/split-adjusted.ts'
import {
  FUNDAMENTAL_DAYS,
  type Fundamentals,
  holderEarnings,
  NO_AMOUNTS,
} from '../statements/fundamentals.ts'

/** What prices and filings together say about a company; sectors are totals of it. */
export type CompanyFigures = Readonly<ReturnType<typeof companyFigures>>

/** What prices are known of a company, and the dividends of one share over the last year. */
export interface CompanyPrices {
  readonly quote: Quote | null
  /** Quote of the listing that values the whole company. */
  readonly mainQuote: Quote | null
  readonly splits: readonly Split[]
  readonly dividendsPerShare: Value
  /** Currency of the prices; unknown is taken to be that of the reports. */
  readonly currency: string | null
}

// A report that is older than five quarters says nothing about the last twelve months.
const MAX_REPORT_AGE_DAYS = 460

/** Market values and ratios of a company (equities.md#company-value). */
export function companyFigures(known: Fundamentals, prices: CompanyPrices) {
  const { quote, mainQuote } = prices
  // Amounts in another currency than the price, or of long ago, are not known.
  const filed: Fundamentals = isUsable(known, prices) ? known : { ...known, ...NO_AMOUNTS }
  const totalSupply = sharesToday(known, prices)
  const times = (count: Value, price: Value | undefined): Value =>
    count === null || price === undefined || price === null ? null : count * price
  const marketCap = times(totalSupply, mainQuote?.price)
  const enterpriseValue = minus(plus(marketCap, filed.debt, filed.otherClaims), filed.cash)
  // Of twelve months and all shares: what yields of groups are made from.
  const dividends =
    prices.dividendsPerShare === null
      ? filed.dividendsTTM
      : times(totalSupply, prices.dividendsPerShare)
  return {
    price: quote?.price ?? null,
    atSec: quote?.atSec ?? null,
    marketCap,
    enterpriseValue,
    totalSupply,
    marketCapChange1d: minus(marketCap, times(totalSupply, mainQuote?.previousClose)),
    dollarVolume: quote === null ? null : quote.volume * quote.price,
    trailingPE: ratio(marketCap, filed.earningsTTM),
    priceToRevenue: ratio(marketCap, filed.revenueTTM),
    priceToBook: ratio(marketCap, filed.equity),
    enterpriseValueToEbitda: ratio(enterpriseValue, filed.ebitdaTTM),
    operatingProfitMarginTTM: percent(filed.operatingIncomeTTM, filed.revenueTTM),
    dividendYield:
      prices.dividendsPerShare === null
        ? percent(dividends, marketCap)
        : percent(prices.dividendsPerShare, quote?.price ?? null),
    dividends,
    holdersYield: percent(filed.holdersRevenueTTM, marketCap),
    priceChangePercentage1d: percentChange(quote?.previousClose, quote?.price),
    filed,
    holderEarningsTTM: holderEarnings(filed),
  }
}

/** The newest count, split as the price was since; one years older than the price says nothing. */
function sharesToday({ shares }: Fundamentals, prices: CompanyPrices): Value {
  const { quote, mainQuote, splits } = prices
  if (shares === null) return null
  const priceDay = quote === null ? null : Math.floor(quote.atSec / DAY_SEC)
  if (priceDay !== null && shares.day < priceDay - FUNDAMENTAL_DAYS) return null
  return mainQuote === null
    ? shares.count
    : shares.count * splitFactor(splits, shares.splitDay * DAY_SEC, mainQuote.atSec)
}

function isUsable({ currency, periodEndDay }: Fundamentals, prices: CompanyPrices): boolean {
  if (currency !== null && prices.currency !== null && currency !== prices.currency) return false
  if (periodEndDay === null || prices.quote === null) return periodEndDay !== null
  return prices.quote.atSec / DAY_SEC - periodEndDay <= MAX_REPORT_AGE_DAYS
}
