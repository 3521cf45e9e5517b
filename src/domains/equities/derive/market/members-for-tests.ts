import type { Quote } from '../prices/quote.ts'
import type { Fundamentals } from '../statements/fundamentals.ts'
import type { CompanyFigures } from './company-figures.ts'
import type { Member } from './metric-block.ts'

const FILED: Fundamentals = {
  currency: 'USD',
  periodEndDay: 20_000,
  revenueTTM: null,
  grossProfitTTM: null,
  operatingIncomeTTM: null,
  earningsTTM: null,
  ebitdaTTM: null,
  dividendsTTM: null,
  stockRepurchaseTTM: null,
  stockIssuanceTTM: null,
  stockBasedCompensationTTM: null,
  holdersRevenueTTM: null,
  cash: null,
  assets: null,
  liabilities: null,
  equity: null,
  debt: null,
  otherClaims: null,
  shares: null,
}

const QUOTE: Quote = {
  price: 10,
  atSec: 1_000,
  volume: 1,
  volumeAsOfSec: 900,
  previousClose: null,
  close7d: null,
  close1m: null,
  close3m: null,
  close6m: null,
  closeYtd: null,
  close1y: null,
}

const FIGURES: Omit<CompanyFigures, 'filed' | 'marketCap'> = {
  price: 10,
  atSec: 1_000,
  enterpriseValue: null,
  totalSupply: null,
  marketCapChange1d: null,
  dollarVolume: null,
  trailingPE: null,
  priceToRevenue: null,
  priceToBook: null,
  enterpriseValueToEbitda: null,
  operatingProfitMarginTTM: null,
  dividendYield: null,
  dividends: null,
  holdersYield: null,
  priceChangePercentage1d: null,
  holderEarningsTTM: null,
}

/** A member of which only the market cap is known, unless the test says more. */
export function member(
  ticker: string,
  marketCap: number,
  more: {
    sector?: string
    industry?: string
    employees?: number
    filed?: Partial<Fundamentals>
    quote?: Partial<Quote>
    figures?: Partial<CompanyFigures>
  } = {},
): Member {
  return {
    ticker,
    name: `${ticker} Inc.`,
    sector: more.sector ?? 'Energy',
    industry: more.industry ?? 'Oil',
    employees: more.employees ?? null,
    marketCap,
    figures: { ...FIGURES, marketCap, ...more.figures, filed: { ...FILED, ...more.filed } },
    quote: { ...QUOTE, ...more.quote },
  }
}
