import { text } from '../../../http/parameters.ts'
import type { RequestContext } from '../../../http/route.ts'
import { type Company, companiesState } from '../read/companies.ts'

/** A company of the demo world. */
export const EXAMPLE_TICKER = 'ZBLTH'

/** The two parameters that name a company. */
export const companyQuery = {
  ticker: text('Ticker symbol, any case.', EXAMPLE_TICKER),
  country: text('Country of the listing, two letters of ISO 3166-1, any case.', 'US'),
}

/** The requested company, or a 404 with suggestions. */
export async function getCompany(
  query: { ticker: string; country: string },
  { states, snapshot }: RequestContext,
): Promise<Company> {
  const companies = await states.get(companiesState, snapshot)
  return companies.get(query.ticker, query.country)
}
