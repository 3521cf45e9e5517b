import type { StateDefinition } from '../../../cache/states.ts'
import { type CompanyFigures, companyFigures } from '../derive/company-figures.ts'
import { dividendsPerShare } from '../derive/dividends-per-share.ts'
import { makeQuote, type Quote } from '../derive/quote.ts'
import {
  companyFacts,
  currencyRates,
  equityBars,
  equityDividends,
  equityIntraday,
  equitySplits,
} from '../facts.ts'
import { actionsState, closesFrom, closesState, intradayState, listingKey } from './closes.ts'
import { COMPANY_FACTS, type Company, companiesState } from './companies.ts'
import { fundamentalsState, NOTHING_FILED } from './fundamentals.ts'

/** A listing with everything that is known of it today. */
export interface MarketCompany {
  readonly company: Company
  readonly figures: CompanyFigures
  /** Quote of the listing that values the company. */
  readonly quote: Quote | null
  /** Whether it stands for its company in totals: the first of its share classes. */
  readonly isMain: boolean
  /** Market cap in US dollars; `null` when the rate of its currency is not known. */
  readonly marketCapUsd: number | null
}

export const MARKET_FACTS = [
  ...COMPANY_FACTS,
  companyFacts,
  equityBars,
  equityIntraday,
  equitySplits,
  equityDividends,
  currencyRates,
]

/** All listings with their figures: lists, sectors and industries are made from it. */
export const marketState: StateDefinition<readonly MarketCompany[]> = {
  name: 'equities.market',
  reads: MARKET_FACTS,
  build: async (snapshot, states) => {
    const [companies, filed, closes, intraday, actions] = await Promise.all([
      states.get(companiesState, snapshot),
      states.get(fundamentalsState, snapshot),
      states.get(closesState, snapshot),
      states.get(intradayState, snapshot),
      states.get(actionsState, snapshot),
    ])
    const rates = await snapshot.query<{ currency: string; rate: number }>(
      `SELECT currency, argMax(usd, atSec) AS rate FROM ${snapshot.current(currencyRates)} GROUP BY currency`,
    )
    const usdOf = new Map([
      ...rates.map(({ currency, rate }): [string, number] => [currency, rate]),
      ['USD', 1],
    ])
    const quoteOf = (company: Company) => {
      const key = listingKey(company)
      return makeQuote(
        closesFrom(closes.get(key), company.listedFromSec),
        intraday.get(key),
        actions.splits.get(key) ?? [],
      )
    }
    return companies.all.map((company) => {
      const key = listingKey(company)
      const main = companies.mainOf(company)
      const quote = quoteOf(company)
      const splits = actions.splits.get(key) ?? []
      const figures = companyFigures(filed.get(company.cik ?? '') ?? NOTHING_FILED, {
        quote,
        mainQuote: main === company ? quote : quoteOf(main),
        splits,
        dividendsPerShare: dividendsPerShare(
          actions.dividends.get(key) ?? [],
          splits,
          quote?.atSec ?? 0,
        ),
        currency: company.currency,
      })
      const rate = usdOf.get(company.currency ?? '')
      const marketCapUsd =
        figures.marketCap === null || rate === undefined ? null : figures.marketCap * rate
      return { company, figures, quote, isMain: main === company, marketCapUsd }
    })
  },
}
