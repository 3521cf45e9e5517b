import { derivedState, keyedState } from '../../../cache/state.ts'
import { notFound } from '../../../lib/errors.ts'
import { sql } from '../../../lib/sql.ts'
import { suggest } from '../../../lib/suggest.ts'
import { equityFilers, equityListings, equityProfiles } from '../facts.ts'

/** Listings by country and ticker. */
export function listingKey({ ticker, country }: { ticker: string; country: string }): string {
  return `${country} ${ticker}`
}

/** The same in SQL. */
export const LISTING_KEY = sql`concat(country, ' ', ticker)`

/** SQL that picks listings by their keys, with its parameters. */
export function ofListings(keys: readonly string[] | 'all') {
  if (keys === 'all') return { where: sql`1`, params: {} }
  // Tables are ordered by ticker, so that naming the tickers too spares reading the others.
  const tickers = [...new Set(keys.map((key) => key.slice(key.indexOf(' ') + 1)))]
  return {
    where: sql`ticker IN {tickers:Array(String)} AND ${LISTING_KEY} IN {keys:Array(String)}`,
    params: { tickers, keys },
  }
}

/** A listing with what is known of the company behind it. */
export interface Company {
  readonly ticker: string
  readonly country: string
  readonly cik: string | null
  readonly name: string
  readonly currency: string | null
  readonly rank: number
  readonly listedFromSec: number | null
  readonly delistedSec: number | null
  readonly sector: string | null
  readonly industry: string | null
  readonly employees: number | null
  readonly floatShares: number | null
  /** End of the fiscal year, MMDD. */
  readonly yearEnd: string | null
}

/** All listings, found by ticker and country in any case. */
export class Companies {
  readonly all: readonly Company[]
  readonly #byKey: ReadonlyMap<string, Company>
  readonly #byTicker: ReadonlyMap<string, readonly Company[]>
  readonly #byCik: ReadonlyMap<string | null, readonly Company[]>

  constructor(all: readonly Company[]) {
    this.all = all
    this.#byKey = new Map(all.map((company) => [keyOf(company.ticker, company.country), company]))
    this.#byTicker = Map.groupBy(all, ({ ticker }) => tickerKey(ticker))
    this.#byCik = Map.groupBy(all, ({ cik }) => cik)
  }

  /** The company of a ticker in a country, or a 404 with suggestions. */
  get(ticker: string, country: string): Company {
    const company = this.#byKey.get(keyOf(ticker, country))
    if (company !== undefined) return company
    const elsewhere = this.listByTicker(ticker).map((other) => other.country)
    if (elsewhere.length > 0)
      throw notFound(
        `${tickerKey(ticker).slice(0, 30)} is not listed in that country, but in ${elsewhere.join(', ')}.`,
        elsewhere.slice(0, 3),
      )
    const near = this.all
      .filter((other) => other.country === country.trim().toUpperCase())
      .map((other) => other.ticker)
    if (near.length === 0)
      throw notFound(
        'No company of that country is known; /equities/v1/companies-list has them all.',
        suggest(country, this.countries()),
      )
    throw notFound(
      'No company has that ticker in that country; /equities/v1/companies-list has them all.',
      suggest(ticker, near),
    )
  }

  listByTicker(ticker: string): readonly Company[] {
    return this.#byTicker.get(tickerKey(ticker)) ?? []
  }

  /** The first share class in that country: it values the company (equities.md#company-value). */
  mainOf(company: Company): Company {
    const ofCompany = company.cik === null ? [] : (this.#byCik.get(company.cik) ?? [])
    const classes = ofCompany.filter(({ country }) => country === company.country)
    return classes.reduce(
      (best, other) =>
        other.rank < best.rank || (other.rank === best.rank && other.ticker < best.ticker)
          ? other
          : best,
      company,
    )
  }

  countries(): string[] {
    return [...new Set(this.all.map(({ country }) => country))]
  }
}

/** Share classes are written with a dash, a dot or a slash. */
function tickerKey(ticker: string): string {
  return ticker.trim().toUpperCase().replaceAll(/[./]/g, '-')
}

function keyOf(ticker: string, country: string): string {
  return `${country.trim().toUpperCase()} ${tickerKey(ticker)}`
}

/** Facts that say who a company is. */
export const COMPANY_FACTS = [equityListings, equityProfiles, equityFilers]

export const listingsState = keyedState<string, Omit<Company, 'yearEnd'>>({
  name: 'equities.listings',
  reads: [equityListings, equityProfiles],
  key: LISTING_KEY,
  load: async (snapshot, keys) => {
    const { where, params } = ofListings(keys)
    const rows = await snapshot.query<Omit<Company, 'yearEnd'>>(
      sql`SELECT ticker, country, cik, companyName AS name, ifNull(rank, 0) AS rank,
         ifNull(currency, if(country = 'US', 'USD', NULL)) AS currency,
         listedFromSec, delistedSec, sector, industry, employees, floatShares
       FROM ${snapshot.current(equityListings, where)} AS listing
       LEFT JOIN ${snapshot.current(equityProfiles, where)} AS profile USING (ticker, country)`,
      params,
    )
    return rows.map((row) => [listingKey(row), row])
  },
})

export const listingKeysState = derivedState({
  name: 'equities.listingKeys',
  from: [listingsState],
  make: (listings): ReadonlySet<string> => new Set(listings.keys()),
})

export const listedCiksState = derivedState({
  name: 'equities.listedCiks',
  from: [listingsState],
  make: (listings): ReadonlySet<string> =>
    new Set(Array.from(listings.values(), ({ cik }) => cik).filter((cik) => cik !== null)),
})

/** Ends of the fiscal years of listed companies. */
export const yearEndsState = keyedState<string, string | null>({
  name: 'equities.yearEnds',
  reads: [equityFilers],
  key: sql`cik`,
  among: listedCiksState,
  load: async (snapshot, keys) => {
    const rows = await snapshot.query<{ cik: string; yearEnd: string | null }>(
      sql`SELECT cik, fiscalYearEnd AS yearEnd
       FROM ${snapshot.current(equityFilers, sql`cik IN {keys:Array(String)}`)}`,
      { keys },
    )
    return rows.map(({ cik, yearEnd }) => [cik, yearEnd])
  },
})

export const companiesState = derivedState({
  name: 'equities.companies',
  from: [listingsState, yearEndsState],
  make: (listings, yearEnds) =>
    new Companies(
      Array.from(listings.values(), (listing) => ({
        ...listing,
        yearEnd: listing.cik === null ? null : (yearEnds.get(listing.cik) ?? null),
      })),
    ),
})
