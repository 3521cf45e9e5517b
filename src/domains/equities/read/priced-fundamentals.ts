import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { type Fundamentals, fundamentals } from '../derive/fundamentals.ts'
import { makeLedger } from '../derive/ledger.ts'
import type { Companies, Company } from './companies.ts'
import { type PricesAndBars, readCompanyPrices } from './company-prices.ts'
import { FUNDAMENTAL_DAYS, readFundamentalFigures } from './figures.ts'

// Longer than any exchange stays closed: only who is not traded any more has an older price.
const USUAL_AGE_DAYS = 30

/**
 * Prices of a company, and what its filings say as of its newest price. Both are read side by side:
 * figures from as early on as a price of some weeks ago would take, of which those count that the
 * newest price does; they are read once more for a price that is older yet.
 */
export async function readPricedFundamentals(
  context: RequestContext,
  companies: Companies,
  company: Company,
): Promise<{ prices: PricesAndBars; filed: Fundamentals }> {
  const { snapshot, nowSec } = context
  const earlyDay = Math.floor(nowSec / DAY_SEC) - USUAL_AGE_DAYS
  const [prices, figures] = await Promise.all([
    readCompanyPrices(context, companies, company),
    readFundamentalFigures(snapshot, company.cik, earlyDay),
  ])
  const priceDay = Math.floor((prices.quote?.atSec ?? nowSec) / DAY_SEC)
  const enough =
    priceDay >= earlyDay ? figures : await readFundamentalFigures(snapshot, company.cik, priceDay)
  const counted = enough.filter(({ endDay }) => endDay >= priceDay - FUNDAMENTAL_DAYS)
  return { prices, filed: fundamentals(makeLedger(counted)) }
}
