import Type from 'typebox'
import { optionalStartTime, optionalUnixTime } from '../../../http/parameters.ts'
import type { RequestContext } from '../../../http/route.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { priceTableState } from '../../coins/public.ts'
import { etfDays, etfSplits, etfs } from '../facts.ts'
import { type Closes, closeOn, readCloses } from '../read/close-prices.ts'
import { type Fund, type FundDay, fundsState } from '../read/funds.ts'

export const ETHEREUM = 'ethereum'

/** Facts behind an answer with prices of the assets, and behind one without. */
export const FUND_FACTS = [etfs, etfDays, etfSplits]
export const PRICED_FUND_FACTS = [...FUND_FACTS, ...priceTableState.reads]

const usd = (description: string) =>
  nullable(Type.Number({ description: `${description}, US dollars` }))
const text = (description: string) => nullable(Type.String({ description }))

export const dayRangeQuery = {
  start: optionalStartTime('Earliest day, Unix seconds.'),
  end: optionalUnixTime('Latest day, Unix seconds.'),
}

export const dayMember = Type.Integer({ description: 'The trading day, 00:00 UTC in Unix seconds' })
export const takenMember = nullable(
  Type.Integer({ description: 'When the figures were taken, Unix seconds' }),
)

/** Members of a fund's day that overview and history share. */
export const figureMembers = {
  price: usd('Closing price of a share'),
  nav: usd('Net asset value of a share: as reported, else assets ÷ shares'),
  volume: usd('Traded that day'),
  shares: nullable(Type.Number({ description: 'Shares outstanding, as counted that day' })),
  underlying: nullable(Type.Number({ description: 'Coins held' })),
  underlying_price: usd('Price of the asset at the close'),
  aum: usd('Assets under management'),
}

export const flowMembers = {
  flows: usd('Money in (positive) or out (negative)'),
  flows_source: nullable(
    Type.Union([Type.Literal('reported'), Type.Literal('computed')], {
      description: '`reported` by the fund, or `computed` as change of shares × net asset value',
    }),
  ),
}

export const descriptionMembers = {
  issuer: text('Company that issues the fund'),
  etf_name: text('Full name'),
  custodian: text('Company that keeps the assets'),
  pct_fee: nullable(Type.Number({ description: 'Yearly fee, percent' })),
  url: text('Web page'),
}

export const assetMember = text('Aggregator id of the asset held')

const overviewShape = namedShape('Etf', {
  timestamp: dayMember,
  timestamp_as_of: takenMember,
  ticker: Type.String({ description: 'Ticker of the fund' }),
  asset: assetMember,
  etf_type: text('Kind of fund, such as Spot'),
  ...descriptionMembers,
  ...figureMembers,
  ...flowMembers,
})

export const overviewSchema = Type.Array(overviewShape)

export const overviewExample = [
  {
    timestamp: 1_760_054_400,
    timestamp_as_of: 1_760_130_000,
    ticker: 'TARNB',
    asset: 'bitcoin',
    etf_type: 'Spot',
    issuer: 'Tarnwood Capital',
    etf_name: 'Tarnwood Bitcoin Fund',
    custodian: 'Keepstone Custody',
    pct_fee: 0.25,
    url: 'https://funds.example/tarnb',
    price: 58.12,
    nav: 58.07,
    volume: 412_000_000,
    shares: 310_000_000,
    underlying: 155_400,
    underlying_price: 115_840.2,
    aum: 18_001_700_000,
    flows: -12_194_700,
    flows_source: 'computed',
  },
]

interface NewestDay {
  fund: Fund
  day: FundDay
}

/**
 * The newest day of each fund, of all assets or of one, the largest fund first and those of unknown
 * size last.
 */
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
  const closesOf = await readCloses(context)
  return newest.map(({ fund, day }) => ({
    timestamp: day.reported.daySec,
    timestamp_as_of: day.reported.asOfSec,
    ticker: fund.ticker,
    asset: fund.asset,
    etf_type: fund.type,
    ...describeFund(fund),
    ...figuresOf(day),
    underlying_price: underlyingPrice(day, closesOf(fund.asset)),
    ...flowOf(day),
  }))
}

/** Price of the asset as the fund gave it, else at the close of the day. */
export function underlyingPrice({ reported }: FundDay, closes: Closes): number | null {
  if (reported.underlyingPriceUsd !== null) return reported.underlyingPriceUsd
  const price = closeOn(closes, reported.daySec)
  return Number.isNaN(price) ? null : price
}

export function describeFund({ issuer, name, custodian, feePct, url }: Fund) {
  return { issuer, etf_name: name, custodian, pct_fee: feePct, url }
}

export function figuresOf({
  reported: { priceUsd, volumeUsd, shares, underlying, aumUsd },
  navUsd,
}: FundDay) {
  return { price: priceUsd, nav: navUsd, volume: volumeUsd, shares, underlying, aum: aumUsd }
}

export function flowOf({ flow }: FundDay) {
  return { flows: flow.usd, flows_source: flow.source }
}
