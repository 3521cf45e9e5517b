import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
import type { CompanyPrices } from '../derive/market/company-figures.ts'
import { makeQuote, type NewestIntraday, type Quote } from '../derive/prices/quote.ts'
import {
  type Bar,
  dividendsPerShare,
  type Split,
  splitAdjusted,
} from '../derive/prices/split-adjusted.ts'
import {
  FUNDAMENTAL_DAYS,
  type Fundamentals,
  fundamentals,
} from '../derive/statements/fundamentals.ts'
import { makeLedger } from '../derive/statements/ledger.ts'
import { findNewestIntraday, readRecentBars, WHOLE_BARS } from './bars.ts'
import { type Companies, type Company, listingKey } from './companies.ts'
import { dividendsState, splitsState } from './company-actions.ts'
import { readFundamentalFigures } from './figures.ts'

type Reading = Pick<RequestContext, 'snapshot' | 'states'>

type PricesAndBars = CompanyPrices & { readonly bars: readonly Bar[] }

/** Prices of one company with the bars of its last year, in today's shares. */
async function readCompanyPrices(
  { snapshot, states }: Reading,
  companies: Companies,
  company: Company,
): Promise<PricesAndBars> {
  const main = companies.mainOf(company)
  const [allSplits, dividends, own, ofMain] = await Promise.all([
    states.get(splitsState, snapshot),
    states.get(dividendsState, snapshot),
    readTraded(snapshot, company),
    main === company ? undefined : readTraded(snapshot, main),
  ])
  const key = listingKey(company)
  const splits = allSplits.get(key) ?? []
  const quote = quoteOf(own, splits)
  return {
    quote,
    mainQuote:
      ofMain === undefined ? quote : quoteOf(ofMain, allSplits.get(listingKey(main)) ?? []),
    splits,
    dividendsPerShare: quote && dividendsPerShare(dividends.get(key) ?? [], splits, quote.atSec),
    currency: company.currency,
    bars: quote === null ? [] : splitAdjusted(own.bars, splits, quote.atSec),
  }
}

/** What was traded of a listing lately, as it was traded. */
interface Traded {
  readonly bars: readonly Bar[]
  readonly intraday: NewestIntraday | undefined
}

async function readTraded(snapshot: Snapshot, company: Company): Promise<Traded> {
  const [bars, intraday] = await Promise.all([
    readRecentBars(snapshot, company, WHOLE_BARS),
    findNewestIntraday(snapshot, company),
  ])
  return { bars, intraday }
}

function quoteOf({ bars, intraday }: Traded, splits: readonly Split[]): Quote | null {
  const newest = bars.at(-1)
  const closes = newest && {
    timesSec: bars.map(({ atSec }) => atSec),
    closes: bars.map(({ close }) => close),
    volume: newest.volume,
  }
  return makeQuote(closes, intraday, splits)
}

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
