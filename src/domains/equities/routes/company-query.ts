import { flag, text } from '../../../http/parameters.ts'
import type { RequestContext } from '../../../http/route.ts'
import type { Ledger } from '../derive/statements/ledger.ts'
import { companyFacts, equitySplits } from '../facts.ts'
import { COMPANY_FACTS, type Company, companiesState } from '../read/companies.ts'
import { splitsState } from '../read/company-actions.ts'
import { readLedger } from '../read/figures.ts'
import { listingKey } from '../read/listing-key.ts'

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

/** Parameters of operations that show figures of filings. */
export const filedQuery = {
  ...companyQuery,
  asReported: flag(
    "Share counts and figures per share as they were filed, not in today's shares after splits.",
  ),
}

/** What `readFiled` is made from. */
export const FILED_FACTS = [...COMPANY_FACTS, companyFacts, equitySplits]

/** Everything the requested company has reported. */
export async function readFiled(
  query: { ticker: string; country: string; asReported: boolean },
  context: RequestContext,
): Promise<Ledger> {
  const { snapshot, states, nowSec } = context
  const company = await getCompany(query, context)
  const all = query.asReported ? undefined : await states.get(splitsState, snapshot)
  return readLedger(snapshot, company.cik, all?.get(listingKey(company)) ?? [], nowSec)
}
