import type { RequestContext } from '../../../http/route.ts'
import type { CompanyPrices } from '../derive/company-figures.ts'
import { dividendsPerShare } from '../derive/dividends-per-share.ts'
import { makeQuote, type Quote } from '../derive/quote.ts'
import { type Bar, splitAdjusted } from '../derive/split-adjusted.ts'
import { readNewestIntraday, readRecentBars } from './bars.ts'
import { actionsState, type CompanyActions, listingKey } from './closes.ts'
import type { Companies, Company } from './companies.ts'

type Reading = Pick<RequestContext, 'snapshot' | 'states'>

/** Prices of one company with the bars of its last year, in today's shares. */
export async function readCompanyPrices(
  context: Reading,
  companies: Companies,
  company: Company,
): Promise<CompanyPrices & { bars: readonly Bar[] }> {
  const actions = await context.states.get(actionsState, context.snapshot)
  const main = companies.mainOf(company)
  const [own, ofMain] = await Promise.all([
    readQuote(context, company, actions),
    main === company ? undefined : readQuote(context, main, actions),
  ])
  const key = listingKey(company)
  const splits = actions.splits.get(key) ?? []
  const nowSec = own.quote?.atSec ?? 0
  return {
    quote: own.quote,
    mainQuote: (ofMain ?? own).quote,
    splits,
    dividendsPerShare: dividendsPerShare(actions.dividends.get(key) ?? [], splits, nowSec),
    currency: company.currency,
    bars: splitAdjusted(own.bars, splits, nowSec),
  }
}

async function readQuote({ snapshot }: Reading, company: Company, actions: CompanyActions): Promise<{ quote: Quote | null; bars: Bar[] }> {
  const [bars, intraday] = await Promise.all([readRecentBars(snapshot, company), readNewestIntraday(snapshot, company)])
  const closes = { timesSec: bars.map(({ atSec }) => atSec), closes: bars.map(({ close }) => close), volume: bars.at(-1)?.volume ?? 0 }
  return { quote: makeQuote(closes, intraday, actions.splits.get(listingKey(company)) ?? []), bars }
}
