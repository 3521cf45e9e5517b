import type { StateDefinition, States } from '../../../cache/states.ts'
import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC, LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import { float64s, uint32s } from '../../../lib/number-arrays.ts'
import type { Snapshot } from '../../../store/snapshot.ts'
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
export const SHARE_FACTS = [
  ...companiesState.reads,
  ...intradayState.reads,
  ...actionsState.reads,
  currencyRates,
]

type MarketOf = (institution: Institution) => ShareMarket

/**
 * Markets of all institutions, each worked out when first asked for and then kept for the day: new
 * prices of assets, which come most often, change none.
 */
const marketsState: StateDefinition<(nowSec: number) => MarketOf> = {
  name: 'dat.markets',
  reads: [...closesState.reads, ...SHARE_FACTS],
  build: async (snapshot, states) => {
    const [sources, closes] = await Promise.all([
      readSources(snapshot, states),
      states.get(closesState, snapshot),
    ])
    const closesOf = (listing: Company) =>
      closesFrom(closes.get(listingKey(listing)), listing.listedFromSec)
    let kept: { nowSec: number; marketOf: MarketOf } | undefined
    return (nowSec) => {
      if (kept?.nowSec === nowSec) return kept.marketOf
      const marketOf = onceEach((institution: Institution) =>
        shareMarket(institution, closesOf, { ...sources, nowSec }),
      )
      kept = { nowSec, marketOf }
      return marketOf
    }
  },
}

function onceEach(marketOf: MarketOf): MarketOf {
  const known = new WeakMap<Institution, ShareMarket>()
  return (institution) => {
    const market = known.get(institution) ?? marketOf(institution)
    known.set(institution, market)
    return market
  }
}

/** A function from institution to its market, from pictures of all listings. */
export async function readShareMarkets({ snapshot, states, nowSec }: Reading): Promise<MarketOf> {
  return (await states.get(marketsState, snapshot))(nowSec)
}

/** The market of one institution with all its bars, read from the store. */
export async function readShareMarket(
  { snapshot, states, nowSec }: Reading,
  institution: Institution,
): Promise<ShareMarket & { bars: Bar[] }> {
  const sources = await readSources(snapshot, states)
  const listing = findListing(sources.companies, institution)
  if (listing === undefined) return { ...unlisted(institution, nowSec), bars: [] }
  const traded = await readDailyBars(
    snapshot,
    listing,
    0,
    Math.min(nowSec + DAY_SEC - 1, LATEST_UNIX_SEC),
  )
  const closes: Closes = {
    timesSec: uint32s(traded.length, (index) => traded[index]?.atSec ?? 0),
    closes: float64s(traded.length, (index) => traded[index]?.close ?? 0),
    volume: traded.at(-1)?.volume ?? 0,
  }
  const rate = sources.rates.get(listing.currency ?? '') ?? []
  const bars = splitAdjusted(
    traded,
    sources.actions.splits.get(listingKey(listing)) ?? [],
    nowSec + DAY_SEC - 1,
  ).flatMap((bar) => inDollars(bar, rateOn(rate, bar.atSec)))
  return { ...shareMarket(institution, () => closes, { ...sources, nowSec }), bars }
}

/** A bar whose day has no rate is left out (decision 137). */
function inDollars({ atSec, open, high, low, close, volume }: Bar, rate: number): Bar[] {
  return Number.isNaN(rate)
    ? []
    : [
        {
          atSec,
          open: open * rate,
          high: high * rate,
          low: low * rate,
          close: close * rate,
          volume,
        },
      ]
}

/** A split since the newest price counts for it as well. */
function inShares(quote: Quote, factor: number) {
  const { price, atSec, volume, previousClose } = quote
  return {
    price: price / factor,
    atSec,
    volume: volume * factor,
    previousClose: previousClose === null ? null : previousClose / factor,
  }
}

const NO_CLOSES: UsdCloses = { timesSec: [], closes: [] }

type Sources = Awaited<ReturnType<typeof readSources>>

async function readSources(snapshot: Snapshot, states: States) {
  const [companies, intraday, actions, rates] = await Promise.all([
    states.get(companiesState, snapshot),
    states.get(intradayState, snapshot),
    states.get(actionsState, snapshot),
    states.get(ratesState, snapshot),
  ])
  return { companies, intraday, actions, rates }
}

function shareMarket(
  institution: Institution,
  closesOf: (listing: Company) => Closes | undefined,
  { companies, intraday, actions, rates, nowSec }: Sources & { nowSec: number },
): ShareMarket {
  const listing = findListing(companies, institution)
  if (listing === undefined) return unlisted(institution, nowSec)
  const key = listingKey(listing)
  const splits = actions.splits.get(key) ?? []
  const rate = rates.get(listing.currency ?? '') ?? []
  const traded = closesOf(listing)
  const quote = makeQuote(traded, intraday.get(key), splits)
  const factorSince = (atSec: number) => splitFactor(splits, atSec, nowSec + DAY_SEC - 1)
  const shares =
    splits.length === 0 ? institution.shares : inTodaysShares(institution.shares, factorSince)
  return {
    ...sharePrice(
      quote === null ? null : inShares(quote, factorSince(quote.atSec)),
      rate,
      Math.floor(nowSec / DAY_SEC),
    ),
    shares,
    sharesNow: countsAt(shares, nowSec),
    closes: usdCloses(traded ?? NO_CLOSES, rate, splits.length === 0 ? null : factorSince),
  }
}

function unlisted({ shares }: Institution, nowSec: number): ShareMarket {
  return {
    ...sharePrice(null, [], 0),
    shares,
    sharesNow: countsAt(shares, nowSec),
    closes: NO_CLOSES,
  }
}
