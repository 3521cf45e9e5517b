import Type from 'typebox'
import { integer, nullableText, number, string, usd } from '../../http/described.ts'
import { nullable } from '../../http/schemas.ts'
import { field, fieldsOf, record } from '../../records/record.ts'
import type { FundDay } from './read/funds.ts'

const descriptionFields = {
  issuer: field(nullableText('Company that issues the fund'), 'Tarnwood Capital'),
  etf_name: field(nullableText('Full name'), 'Tarnwood Bitcoin Fund', 'name'),
  custodian: field(nullableText('Company that keeps the assets'), 'Keepstone Custody'),
  pct_fee: field(nullable(number('Yearly fee, percent')), 0.25, 'feePct'),
  url: field(nullableText('Web page'), 'https://funds.example/tarnb'),
}
/** Who runs a fund, and what it costs. */
export const descriptionRecord = record(descriptionFields)

const dayFields = {
  price: field(nullable(usd('Closing price of a share')), 58.12, 'priceUsd'),
  nav: field(
    nullable(usd('Net asset value of a share: as reported, else assets ÷ shares')),
    58.07,
    'navUsd',
  ),
  volume: field(nullable(usd('Traded that day')), 412_000_000, 'volumeUsd'),
  shares: field(nullable(number('Shares outstanding, as counted that day')), 310_000_000),
  underlying: field(nullable(number('Coins held')), 155_400),
  aum: field(nullable(usd('Assets under management')), 18_001_700_000, 'aumUsd'),
}
/** A fund's day as it is reported. */
export const dayRecord = record(dayFields)

const { aum, ...figures } = dayRecord.members
/** Members of a fund's day that overview and history share. */
export const figureMembers = {
  ...figures,
  underlying_price: nullable(usd('Price of the asset at the close')),
  aum,
}

const ofDay = fieldsOf<Pick<FundDay, 'flow'>>()

const flowFields = {
  flows: ofDay(
    nullable(usd('Money in (positive) or out (negative)')),
    -12_194_700,
    ({ flow }) => flow.usd,
  ),
  flows_source: ofDay(
    nullable(
      Type.Union([Type.Literal('reported'), Type.Literal('computed')], {
        description: '`reported` by the fund, or `computed` as change of shares × net asset value',
      }),
    ),
    'computed',
    ({ flow }) => flow.source,
  ),
}
/** The flow of a fund's day. */
export const flowRecord = record(flowFields)

export const assetMember = nullableText('Aggregator id of the asset held')

/** A fund's newest day in short. */
export const snapshotRecord = record({
  ticker: field(string('Ticker of the fund'), 'TARNB'),
  timestamp: field(
    integer('When the figures were taken, or the trading day when that is not known; Unix seconds'),
    1_760_130_000,
    ({ asOfSec, daySec }: FundDay['reported']) => asOfSec ?? daySec,
  ),
  asset: field(assetMember, 'bitcoin'),
  ...descriptionFields,
  ...flowFields,
  aum: dayFields.aum,
  volume: dayFields.volume,
})
