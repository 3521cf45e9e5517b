import { derivedState, keyedState } from '../../../cache/state.ts'
import type { RequestContext } from '../../../http/route.ts'
import { DAY_SEC, LATEST_UNIX_SEC } from '../../../lib/clock.ts'
import {
  type Bar,
  type Closes,
  type Companies,
  type Company,
  type CurrencyRate,
  closesFrom,
  companiesState,
  equityBars,
  intradayState,
  LISTING_KEY,
  listingKey,
  makeQuote,
  type Quote,
  ratesState,
  readCloses,
  readDailyBars,
  splitAdjusted,
  splitFactor,
  splitsState,
} from '../../equities/public.ts'
import {
  countsAt,
  inTodaysShares,
  type ShareCount,
  type ThreeCounts,
  type UsdCloses,
} from '../derive/market-history.ts'
import { DOLLARS, rateOn, type SharePrice, sharePrice, usdCloses } from '../derive/share-price.ts'
import { describedState, type Institution } from './institutions.ts'

/** The listing whose price an institution has; none when it is not among the listed companies. */
export function findListing(
  companies: Companies,
  { ticker, country }: Pick<Institution, 'ticker' | 'country'>,
): Company | undefined {
  return country === null
    ? undefined
    : companies.listByTicker(ticker).find((company) => company.country === country)
}

/** Rates of a currency over time. */
function ratesOf(
  rates: ReadonlyMap<string, readonly CurrencyRate[]>,
  currency: string | null,
): readonly CurrencyRate[] {
  if (currency === 'USD') return DOLLARS
  return currency === null ? [] : (rates.get(currency) ?? [])
}

export const listingKeysState = derivedState({
  name: 'dat.listingKeys',
  from: [describedState, companiesState],
  make: (described, companies): ReadonlySet<string> =>
    new Set(
      [...described.values()]
        .flatMap((institution) => findListing(companies, institution) ?? [])
        .map(listingKey),
    ),
})

/** All daily closes, as traded, of the listings of institutions. */
export const closesState = keyedState<string, Closes>({
  name: 'dat.closes',
  reads: [equityBars],
  key: LISTING_KEY,
  among: listingKeysState,
  load: (snapshot, keys) => readCloses(snapshot, keys, LATEST_UNIX_SEC),
})

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
  ...splitsState.reads,
  ...ratesState.reads,
]

/** A function from institution to its market. */
export async function readShareMarkets(
  context: Reading,
): Promise<(institution: Institution) => ShareMarket> {
  const { snapshot, states, nowSec } = context
  const [sources, closes] = await Promise.all([
    readSources(context),
    states.get(closesState, snapshot),
  ])
  return (institution) => {
    const listing = findListing(sources.companies, institution)
    if (listing === undefined) return unlisted(institution, nowSec)
    const traded = closesFrom(closes.get(listingKey(listing)), listing.listedFromSec)
    return shareMarket(institution, listing, traded, { ...sources, nowSec })
  }
}

/** The market of one institution with all its bars, read from the store. */
export async function readShareMarket(
  context: Reading,
  institution: Institution,
): Promise<ShareMarket & { bars: Bar[] }> {
  const { snapshot, nowSec } = context
  const sources = await readSources(context)
  const listing = findListing(sources.companies, institution)
  if (listing === undefined) return { ...unlisted(institution, nowSec), bars: [] }
  const endSec = Math.min(nowSec + DAY_SEC - 1, LATEST_UNIX_SEC)
  const traded = await readDailyBars(snapshot, listing, 0, endSec)
  const newest = traded.at(-1)
  const closes = newest && {
    timesSec: new Uint32Array(traded.map(({ atSec }) => atSec)),
    closes: new Float64Array(traded.map(({ close }) => close)),
    volume: newest.volume,
  }
  const rates = ratesOf(sources.rates, listing.currency)
  const splits = sources.splits.get(listingKey(listing)) ?? []
  const bars = splitAdjusted(traded, splits, nowSec + DAY_SEC - 1).flatMap((bar) =>
    inDollars(bar, rateOn(rates, bar.atSec)),
  )
  return { ...shareMarket(institution, listing, closes, { ...sources, nowSec }), bars }
}

/** A bar whose day has no rate is left out (dat.md#shares). */
function inDollars({ atSec, open, high, low, close, volume }: Bar, rate: number): Bar[] {
  if (Number.isNaN(rate)) return []
  const prices = { open: open * rate, high: high * rate, low: low * rate, close: close * rate }
  return [{ atSec, ...prices, volume }]
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

async function readSources({ snapshot, states }: Reading) {
  const [companies, intraday, splits, rates] = await Promise.all([
    states.get(companiesState, snapshot),
    states.get(intradayState, snapshot),
    states.get(splitsState, snapshot),
    states.get(ratesState, snapshot),
  ])
  return { companies, intraday, splits, rates }
}

function shareMarket(
  institution: Institution,
  listing: Company,
  traded: Closes | undefined,
  { intraday, splits: allSplits, rates: allRates, nowSec }: Sources & { nowSec: number },
): ShareMarket {
  const key = listingKey(listing)
  const splits = allSplits.get(key) ?? []
  const rates = ratesOf(allRates, listing.currency)
  const quote = makeQuote(traded, intraday.get(key), splits)
  const factorSince = (atSec: number) => splitFactor(splits, atSec, nowSec + DAY_SEC - 1)
  const shares =
    splits.length === 0 ? institution.shares : inTodaysShares(institution.shares, factorSince)
  return {
    ...sharePrice(
      quote === null ? null : inShares(quote, factorSince(quote.atSec)),
      rates,
      Math.floor(nowSec / DAY_SEC),
    ),
    shares,
    sharesNow: countsAt(shares, nowSec),
    closes: usdCloses(traded ?? NO_CLOSES, rates, splits.length === 0 ? null : factorSince),
  }
}

function unlisted({ shares }: Institution, nowSec: number): ShareMarket {
  const sharesNow = countsAt(shares, nowSec)
  return { ...sharePrice(null, [], 0), shares, sharesNow, closes: NO_CLOSES }
}
