import { derivedState } from '../../../cache/state.ts'
import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { sql } from '../../../lib/sql.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import { type CompanyFigures, companyFigures } from '../derive/market/company-figures.ts'
import type { Member } from '../derive/market/metric-block.ts'
import { meansLabel, UNKNOWN } from '../derive/market/sector-rows.ts'
import { makeQuote, type Quote } from '../derive/prices/quote.ts'
import { dividendsPerShare } from '../derive/prices/split-adjusted.ts'
import { equitySectors } from '../facts.ts'
import { RECENT_DAYS } from './bars.ts'
import { closesFrom, closesState, intradayState } from './closes.ts'
import { type Company, companiesState, listingKey } from './companies.ts'
import { dividendsState, ratesState, splitsState } from './company-actions.ts'
import { fundamentalsState, NOTHING_FILED } from './figures.ts'

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

/** All listings with their figures: lists, sectors and industries are made from it. */
export const marketState = derivedState({
  name: 'equities.market',
  from: [
    companiesState,
    fundamentalsState,
    closesState,
    intradayState,
    splitsState,
    dividendsState,
    ratesState,
  ],
  make: (
    companies,
    filed,
    closes,
    intraday,
    splits,
    dividends,
    rates,
  ): readonly MarketCompany[] => {
    const newestSec = [...closes.values()].reduce(
      (newest, { timesSec }) => Math.max(newest, ...timesSec.subarray(-1)),
      0,
    )
    // A listing that was not traded for longer has no price.
    const fromSec = newestSec - RECENT_DAYS * DAY_SEC + 1
    const splitsOf = (company: Company) => splits.get(listingKey(company)) ?? []
    const quoteOf = (company: Company) => {
      const key = listingKey(company)
      const recent = closesFrom(closes.get(key), fromSec)
      const traded = closesFrom(recent, company.listedFromSec)
      return makeQuote(traded, intraday.get(key), splitsOf(company))
    }
    const usdOf = (currency: string | null) => {
      if (currency === null || currency === 'USD') return currency === null ? undefined : 1
      return rates.get(currency)?.at(-1)?.usd
    }
    return companies.all.map((company) => {
      const main = companies.mainOf(company)
      const quote = quoteOf(company)
      const paid = dividends.get(listingKey(company)) ?? []
      const known = company.cik === null ? undefined : filed.get(company.cik)
      const figures = companyFigures(known ?? NOTHING_FILED, {
        quote,
        mainQuote: main === company ? quote : quoteOf(main),
        splits: splitsOf(company),
        dividendsPerShare: quote && dividendsPerShare(paid, splitsOf(company), quote.atSec),
        currency: company.currency,
      })
      const rate = usdOf(company.currency)
      const marketCapUsd =
        figures.marketCap === null || rate === undefined ? null : figures.marketCap * rate
      return { company, figures, quote, isMain: main === company, marketCapUsd }
    })
  },
})

export const MARKET_FACTS = marketState.reads

/** Listed in the United States, each once, with a market cap (equities.md#who-is-in-a-sector). */
export async function listMembers({ states, snapshot, nowSec }: RequestContext): Promise<Member[]> {
  const market = await states.get(marketState, snapshot)
  return market.flatMap(({ company, figures, quote, isMain }): Member[] => {
    const { marketCap } = figures
    const isListed =
      company.country === 'US' &&
      company.currency === 'USD' &&
      (company.delistedSec === null || company.delistedSec > nowSec)
    if (!isMain || !isListed || quote === null || marketCap === null || marketCap <= 0) return []
    const { ticker, name, employees } = company
    const labels = { sector: company.sector ?? UNKNOWN, industry: company.industry ?? UNKNOWN }
    return [{ ticker, name, ...labels, employees, marketCap, figures, quote }]
  })
}

/** The text that describes a sector, if there is one. */
export async function readSectorDescription(
  snapshot: Snapshot,
  sector: string,
): Promise<string | null> {
  const rows = await snapshot.query<{ sector: string; description: string }>(
    sql`SELECT sector, description FROM ${snapshot.current(equitySectors)} ORDER BY sector`,
  )
  return rows.find((row) => meansLabel(row.sector, sector))?.description ?? null
}
