import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import {
  FUNDAMENTAL_DAYS,
  type Fundamentals,
  fundamentals,
} from '../derive/statements/fundamentals.ts'
import { makeLedger } from '../derive/statements/ledger.ts'
import type { Companies, Company } from './companies.ts'
import { type PricesAndBars, readCompanyPrices } from './company-prices.ts'
import { readFundamentalFigures } from './figures.ts'

/** Prices of a company, and what its filings say as of its newest price, or now without one. */
export async function readPricedFundamentals(
  context: RequestContext,
  companies: Companies,
  company: Company,
): Promise<{ prices: PricesAndBars; filed: Fundamentals }> {
  const { snapshot, nowSec } = context
  const { cik } = company
  const [prices, byCik] = await Promise.all([
    readCompanyPrices(context, companies, company),
    readFundamentalFigures(snapshot, cik === null ? [] : [cik]),
  ])
  const figures = cik === null ? [] : (byCik.get(cik) ?? [])
  const day = Math.floor((prices.quote?.atSec ?? nowSec) / DAY_SEC)
  const counted = figures.filter(({ endDay }) => endDay >= day - FUNDAMENTAL_DAYS)
  return { prices, filed: fundamentals(makeLedger(counted)) }
}
