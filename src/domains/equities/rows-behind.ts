import type { RowFilters, RowsBehind, TracedRequest } from '../../http/provenance.ts'
import type { RequestContext } from '../../http/route.ts'
import { isOfLabels, UNKNOWN } from './derive/market/sector-rows.ts'
import { type Company, companiesState } from './read/companies.ts'

export const equityRowsBehind: RowsBehind = async (request, context) => {
  const chosen = await companiesOf(request, context)
  return chosen === undefined ? {} : companyRows(chosen)
}

/** Rows of some listings; filings are of the companies behind them. */
export function companyRows(companies: readonly Company[]): RowFilters {
  const ticker = [...new Set(companies.map((company) => company.ticker))]
  const country = [...new Set(companies.map((company) => company.country))]
  const cik = [...new Set(companies.flatMap((company) => company.cik ?? []))]
  const sector = [...new Set(companies.map((company) => company.sector ?? UNKNOWN))]
  const currency = [...new Set(companies.flatMap((company) => company.currency ?? []))]
  const ofListing = { columns: { ticker, country } }
  return {
    equity_listings: ofListing,
    equity_profiles: ofListing,
    equity_bars: ofListing,
    equity_bars_5m: ofListing,
    equity_splits: ofListing,
    equity_dividends: ofListing,
    equity_filers: { columns: { cik } },
    equity_filings: { columns: { cik } },
    company_facts: { columns: { cik } },
    currency_rates: { columns: { currency: currency.filter((one) => one !== 'USD') } },
    equity_sectors: { columns: { sector } },
    equity_perps: { columns: { ticker } },
    equity_tokens: { columns: { ticker } },
  }
}

/** The companies that were requested; `undefined` means all of them. */
async function companiesOf(
  { values }: TracedRequest,
  { snapshot, states }: RequestContext,
): Promise<readonly Company[] | undefined> {
  const { ticker, country, sector, industry } = values as Record<string, string | undefined>
  const companies = await states.get(companiesState, snapshot)
  if (ticker !== undefined && country !== undefined) {
    const company = companies.get(ticker, country)
    return [...new Set([company, companies.mainOf(company)])]
  }
  if (ticker !== undefined) return companies.listByTicker(ticker)
  if (sector === undefined && industry === undefined) return undefined
  return companies.all.filter((company) => isOfLabels({ sector, industry }, company))
}
