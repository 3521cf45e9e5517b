import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC, LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import {
  actionsState,
  type Bar,
  type Closes,
  type Company,
  closesFrom,
  companiesState,
  currencyRates,
  intradayState,
  listingKey,
  makeQuote,
  type Quote,
  readDailyBars,
  splitAdjusted,
  splitFactor,
} from '../../equities/public.ts'
import type { UsdCloses } from '../derive/market-history.ts'
import type { ThreeCounts } from '../derive/mnav.ts'
import { countsAt, inTodaysShares, type ShareCount } from '../derive/share-counts.ts'
import { type SharePrice, sharePrice } from '../derive/share-price.ts'
import { rateOn, usdCloses } from '../derive/usd-closes.ts'
import { closesState } from './closes.ts'
import type { Institution } from './institutions.ts'
import { findListing, ratesState } from './listing.ts'

type Reading = Pick<RequestContext, 'snapshot' | 'states' | 'nowSec'>

/** What the market says of an institution's shares, in US dollars and today's shares. */
export interface ShareMarket extends SharePrice {
  readonly shares: readonly ShareCount[]
  readonly sharesNow: ThreeCounts
  readonly closes: UsdCloses
}

/** Facts that share prices rest on, besides the daily bars. */
export const SHARE_FACTS = [...companiesState.reads, ...intradayState.reads, ...actionsState.reads, currencyRates]

/** A function from institution to its market, from pictures of all listings. */
export async function readShareMarkets(context: Reading): Promise<(institution: Institution) => ShareMarket> {
  const [marketOf, closes] = await Promise.all([readMarketRule(context), context.states.get(closesState, context.snapshot)])
  return (institution) => marketOf(institution, (listing) => closesFrom(closes.get(listingKey(listing)), listing.listedFromSec))
}

/** The market of one institution with all its bars, read from the store. */
export async function readShareMarket(context: Reading, institution: Institution): Promise<ShareMarket & { bars: Bar[] }> {
  const { snapshot, states, nowSec } = context
  const [marketOf, companies] = await Promise.all([readMarketRule(context), states.get(companiesState, snapshot)])
  const listing = findListing(companies, institution)
  if (listing === undefined) return { ...marketOf(institution, () => undefined), bars: [] }
  const traded = await readDailyBars(snapshot, listing, 0, Math.min(nowSec + DAY_SEC - 1, LATEST_UNIX_SEC))
  const closes: Closes = {
    timesSec: Uint32Array.from(traded, ({ atSec }) => atSec),
    closes: Float64Array.from(traded, ({ close }) => close),
    volume: traded.at(-1)?.volume ?? 0,
  }
  const [actions, rates] = await Promise.all([states.get(actionsState, snapshot), states.get(ratesState, snapshot)])
  const rate = rates.get(listing.currency ?? '') ?? []
  const bars = splitAdjusted(traded, actions.splits.get(listingKey(listing)) ?? [], nowSec + DAY_SEC - 1).flatMap((bar) =>
    inDollars(bar, rateOn(rate, bar.atSec)),
  )
  return { ...marketOf(institution, () => closes), bars }
}

/** A bar whose day has no rate is left out (decision 137). */
function inDollars({ atSec, open, high, low, close, volume }: Bar, rate: number): Bar[] {
  return Number.isNaN(rate) ? [] : [{ atSec, open: open * rate, high: high * rate, low: low * rate, close: close * rate, volume }]
}

/** A split since the newest price counts for it as well. */
function inShares(quote: Quote, factor: number) {
  const { price, atSec, volume, previousClose } = quote
  return { price: price / factor, atSec, volume: volume * factor, previousClose: previousClose === null ? null : previousClose / factor }
}

const NO_CLOSES: UsdCloses = { timesSec: [], closes: [] }

async function readMarketRule({ snapshot, states, nowSec }: Reading) {
  const [companies, intraday, actions, rates] = await Promise.all([
    states.get(companiesState, snapshot),
    states.get(intradayState, snapshot),
    states.get(actionsState, snapshot),
    states.get(ratesState, snapshot),
  ])
  const untilSec = nowSec + DAY_SEC - 1
  return (institution: Institution, closesOf: (listing: Company) => Closes | undefined): ShareMarket => {
    const listing = findListing(companies, institution)
    if (listing === undefined) return unlisted(institution, nowSec)
    const key = listingKey(listing)
    const splits = actions.splits.get(key) ?? []
    const rate = rates.get(listing.currency ?? '') ?? []
    const traded = closesOf(listing)
    const quote = makeQuote(traded, intraday.get(key), splits)
    const factorSince = (atSec: number) => splitFactor(splits, atSec, untilSec)
    const shares = splits.length === 0 ? institution.shares : inTodaysShares(institution.shares, factorSince)
    return {
      ...sharePrice(quote === null ? null : inShares(quote, factorSince(quote.atSec)), rate, Math.floor(nowSec / DAY_SEC)),
      shares,
      sharesNow: countsAt(shares, nowSec),
      closes: usdCloses(traded ?? NO_CLOSES, rate, splits.length === 0 ? null : factorSince),
    }
  }
}

function unlisted({ shares }: Institution, nowSec: number): ShareMarket {
  return { ...sharePrice(null, [], 0), shares, sharesNow: countsAt(shares, nowSec), closes: NO_CLOSES }
}
