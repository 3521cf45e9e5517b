import Type from 'typebox'
import { integer, nullableText, string } from '../../../http/described.ts'
import { minFilter, nameFilter } from '../../../http/lists/filter.ts'
import { optionalStartTime, optionalUnixTime } from '../../../http/parameters.ts'
import type { RequestContext } from '../../../http/route.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { priceTableState } from '../../coins/public.ts'
import { etfDays, etfSplits, etfs } from '../facts.ts'
import { type Closes, closeOn, closesOfState } from '../read/close-prices.ts'
import { type Fund, type FundDay, fundsState } from '../read/funds.ts'
import { assetMember, dayRecord, descriptionRecord, figureMembers, flowRecord } from '../records.ts'

export const ETHEREUM = 'ethereum'

/** Facts behind a response with prices of the assets, and behind one without. */
export const FUND_FACTS = [etfs, etfDays, etfSplits]
export const PRICED_FUND_FACTS = [...FUND_FACTS, ...priceTableState.reads]

export const dayRangeQuery = {
  start: optionalStartTime('Earliest day, Unix seconds.'),
  end: optionalUnixTime('Latest day, Unix seconds.'),
}

export const dayMember = integer('The trading day, 00:00 UTC in Unix seconds')
export const takenMember = nullable(integer('When the figures were taken, Unix seconds'))

const overviewShape = namedShape('Etf', {
  timestamp: dayMember,
  timestamp_as_of: takenMember,
  ticker: string('Ticker of the fund'),
  asset: assetMember,
  etf_type: nullableText('Kind of fund, such as Spot'),
  ...descriptionRecord.members,
  ...figureMembers,
  ...flowRecord.members,
})

export const overviewSchema = Type.Array(overviewShape)

/** The figures of an example, with price of the asset and flow. */
export const exampleFigures = {
  ...dayRecord.example,
  underlying_price: 115_840.2,
  ...flowRecord.example,
}

export const overviewExample = [
  {
    timestamp: 1_760_054_400,
    timestamp_as_of: 1_760_130_000,
    ticker: 'TARNB',
    asset: 'bitcoin',
    etf_type: 'Spot',
    ...descriptionRecord.example,
    ...exampleFigures,
  },
]

interface NewestDay {
  fund: Fund
  day: FundDay
}

/** The newest day of each fund, the largest first and those of unknown size last. */
export async function readNewestDays(
  { snapshot, states }: RequestContext,
  asset?: string,
): Promise<NewestDay[]> {
  const funds = await states.get(fundsState, snapshot)
  return [...funds.values()]
    .filter((fund) => asset === undefined || fund.asset === asset)
    .flatMap((fund) => {
      const day = fund.days.at(-1)
      return day === undefined ? [] : [{ fund, day }]
    })
    .sort((a, b) => (b.day.reported.aumUsd ?? -1) - (a.day.reported.aumUsd ?? -1))
}

/** The overview of all assets or of one. */
export async function overviewRows(context: RequestContext, asset?: string): Promise<unknown> {
  const newest = await readNewestDays(context, asset)
  if (newest.length === 0) return []
  const closesOf = await context.states.get(closesOfState, context.snapshot)
  return newest.map(({ fund, day }) => ({
    timestamp: day.reported.daySec,
    timestamp_as_of: day.reported.asOfSec,
    ticker: fund.ticker,
    asset: fund.asset,
    etf_type: fund.type,
    ...descriptionRecord.item(fund),
    ...figuresOf(day, closesOf(fund.asset)),
  }))
}

/** What is served of a fund's day. */
export function figuresOf(day: FundDay, closes: Closes) {
  return {
    ...dayRecord.item({ ...day.reported, navUsd: day.navUsd }),
    underlying_price: underlyingPrice(day, closes),
    ...flowRecord.item(day),
  }
}

/** Price of the asset as the fund gave it, else at the close of the day. */
function underlyingPrice({ reported }: FundDay, closes: Closes): number | null {
  if (reported.underlyingPriceUsd !== null) return reported.underlyingPriceUsd
  const price = closeOn(closes, reported.daySec)
  return Number.isNaN(price) ? null : price
}

/** Conditions on funds. */
export const fundFilters = {
  issuer: nameFilter('issuer', 'Only of these issuers', 'Tarnwood Capital'),
  minAum: minFilter('aum', 'Only with at least so much under management, US dollars', 1_000_000),
}
