import type { StateDefinition } from '../../../cache/states.ts'
import { notFound } from '../../../lib/errors.ts'
import { suggest } from '../../../lib/suggest.ts'
import { equityFilers, equityListings, equityProfiles } from '../facts.ts'

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
  readonly #byCik: ReadonlyMap<string, readonly Company[]>

  constructor(all: readonly Company[]) {
    this.all = all
    this.#byKey = new Map(all.map((company) => [keyOf(company.ticker, company.country), company]))
    this.#byTicker = Map.groupBy(all, ({ ticker }) => tickerKey(ticker))
    this.#byCik = Map.groupBy(
      all.filter(({ cik }) => cik !== null),
      ({ cik }) => cik ?? '',
    )
  }

  /** The company of a ticker in a country, or a 404 with what may have been meant. */
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

  listByCik(cik: string): readonly Company[] {
    return this.#byCik.get(cik) ?? []
  }

  /**
   * The listing whose price values the whole company: of its share classes in that country the
   * first (decision 123).
   */
  mainOf(company: Company): Company {
    const classes =
      company.cik === null
        ? []
        : this.listByCik(company.cik).filter(({ country }) => country === company.country)
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

export const companiesState: StateDefinition<Companies> = {
  name: 'equities.companies',
  reads: COMPANY_FACTS,
  build: async (snapshot) => {
    const rows = await snapshot.query<Company & { rank: number | null }>(
      `SELECT ticker, country, cik, companyName AS name, ifNull(currency, if(country = 'US', 'USD', NULL)) AS currency, ifNull(rank, 0) AS rank,
         listedFromSec, delistedSec, sector, industry, employees, floatShares, fiscalYearEnd AS yearEnd
       FROM ${snapshot.current(equityListings)} AS listing LEFT JOIN ${snapshot.current(equityProfiles)} AS profile USING (ticker, country)
       LEFT JOIN (SELECT toNullable(cik) AS cik, fiscalYearEnd FROM ${snapshot.current(equityFilers)}) AS filer USING (cik)
       ORDER BY country, ticker`,
    )
    return new Companies(rows)
  },
}
