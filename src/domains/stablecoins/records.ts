import Type from 'typebox'
import {
  boolean,
  integer,
  nullableText,
  number,
  optionalText,
  string,
  textList,
} from '../../http/described.ts'
import { mapOf, nullable } from '../../http/schemas.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { field, fieldsOf, record } from '../../records/record.ts'
import { chains } from '../registry/public.ts'
import type { AssetFigures, Figures } from './derive/asset-figures.ts'
import type { ChainTotal } from './derive/chain-totals.ts'
import type { Asset } from './read/assets.ts'

/** Figures in units of the token, by peg type. */
export function unitsSchema(what: string) {
  return mapOf(Type.Number(), `${what}, in tokens by peg type; {} when not known`)
}

/** Figures in US dollars, by peg type. */
export function usdSchema(what: string) {
  return mapOf(
    nullable(Type.Number()),
    `${what}, in US dollars by peg type; null without a price or a rate`,
  )
}

/** One figure as a balance object: `{}` when it is not known. */
export function toBalance(pegType: string, units: number | null): Record<string, number> {
  return units === null ? {} : { [pegType]: units }
}

const ofAsset = fieldsOf<Pick<Asset, 'price' | 'history'>>()

/** What is told of a stablecoin without a time. */
const said = {
  id: field(string('Id of the stablecoin'), '1'),
  name: field(string('Display name'), 'Example Dollar'),
  symbol: field(string('Symbol of the token'), 'EXUSD'),
  aggregator_id: field(
    nullableText('Id at the market-data aggregator'),
    'example-dollar',
    'aggregatorId',
  ),
  pegType: field(string('What it is pegged to, such as peggedUSD'), 'peggedUSD'),
  pegMechanism: field(string('How the peg is held, such as fiat-backed'), 'fiat-backed'),
  priceSource: field(nullableText('Where its price comes from'), 'aggregator'),
}
const price = ofAsset(nullable(number('USD')), 1.0001, (asset) => asset.price)
const lastReport = ofAsset(
  nullable(integer('Time of the last report of supply, Unix seconds')),
  1_760_097_600,
  ({ history }) => history?.lastSec ?? null,
)
const status = {
  yieldBearing: field(boolean('Holding it earns a yield'), false),
  delisted: field(boolean('No longer listed'), false),
  deprecated: field(boolean('No longer supported'), false),
  deadFrom: field(
    nullable(integer('When it stopped, Unix seconds; null while it runs')),
    null,
    'deadFromSec',
  ),
}

/** A stablecoin in full, but for its series. */
export const assetRecord = record({
  id: said.id,
  name: said.name,
  address: field(
    nullableText('Coin id of the token'),
    'ethereum:0x0000000000000000000000000000000000000001',
  ),
  symbol: said.symbol,
  url: field(nullableText('Web site'), 'https://example.org'),
  description: field(nullableText('What it is, in words'), 'A dollar for examples.'),
  mintRedeemDescription: field(
    optionalText('How it is minted and redeemed'),
    'Against a dollar, by the issuer.',
  ),
  onAggregator: fieldsOf<{ aggregatorId: string | null }>()(
    string('"true" or "false": whether the market-data aggregator lists it'),
    'true',
    ({ aggregatorId }) => String(aggregatorId !== null),
  ),
  aggregator_id: said.aggregator_id,
  rankingSiteId: field(nullableText('Id at the ranking site'), null),
  pegType: said.pegType,
  pegMechanism: said.pegMechanism,
  priceSource: said.priceSource,
  auditLinks: field(Type.Optional(textList('URLs of its audits; absent when unknown')), [
    'https://example.org/audit',
  ]),
  socialHandle: field(optionalText('Social handle'), 'example_dollar'),
  wiki: field(optionalText('URL of an article about it'), 'https://example.org/wiki'),
  price,
  lastReport,
  ...status,
})

export function assetItem({ about, ...asset }: Pick<Asset, 'about' | 'price' | 'history'>) {
  const auditLinks = about.auditLinks.length === 0 ? null : about.auditLinks
  return assetRecord.item({ ...about, auditLinks, ...asset })
}

const ofFigures = fieldsOf<{ pegType: string; figures: Figures }>()
const ofChains = fieldsOf<{ pegType: string; figures: AssetFigures }>()
const circulating = (what: string, example: number, unitsOf: (figures: Figures) => number | null) =>
  ofFigures(unitsSchema(what), { peggedUSD: example }, ({ pegType, figures }) =>
    toBalance(pegType, unitsOf(figures)),
  )
const current = circulating('What circulates', 112_000_000_000, (figures) => figures.current)
const previous = {
  circulatingPrevDay: circulating(
    'What circulated 24 hours before',
    111_900_000_000,
    ({ prevDay }) => prevDay,
  ),
  circulatingPrevWeek: circulating(
    'What circulated 7 days before',
    111_000_000_000,
    ({ prevWeek }) => prevWeek,
  ),
  circulatingPrevMonth: circulating(
    'What circulated 30 days before',
    109_000_000_000,
    ({ prevMonth }) => prevMonth,
  ),
}
const carried = ofFigures(
  boolean('The present figure, or a part of it, was carried from an earlier day'),
  false,
  ({ figures }) => figures.isCarried,
)
const placeRecord = record({ current, ...previous, carried })

/** A stablecoin in the list, with what circulates now and before. */
export const itemRecord = record({
  id: said.id,
  name: said.name,
  symbol: said.symbol,
  aggregator_id: said.aggregator_id,
  pegType: said.pegType,
  priceSource: said.priceSource,
  pegMechanism: said.pegMechanism,
  circulating: current,
  ...previous,
  chainCirculating: ofChains(
    mapOf(placeRecord.schema, 'By chain'),
    { Tron: placeRecord.example },
    ({ pegType, figures }) =>
      Object.fromEntries(
        [...figures.byChain].map(([key, own]) => [
          chains.nameOf(key),
          placeRecord.item({ pegType, figures: own }),
        ]),
      ),
  ),
  chains: ofChains(
    Type.Array(Type.String(), { description: 'The one with the most first' }),
    ['Tron'],
    ({ figures }) => [...figures.byChain.keys()].map((key) => chains.nameOf(key)),
  ),
  price,
  carried,
  lastReport,
  ...status,
})

const ofTotal = fieldsOf<ChainTotal>()

/** What stands on a chain at present: the last point of its chart. */
export const chainRecord = record(
  {
    name: ofTotal(string('Display name of the chain'), 'Ethereum', (total) =>
      chains.nameOf(total.chain),
    ),
    aggregator_id: ofTotal(
      nullableText('Of the token that pays for gas'),
      'ethereum',
      ({ chain }) => chains.byKey(chain)?.aggregatorId ?? null,
    ),
    tokenSymbol: ofTotal(
      nullableText('Symbol of the token that pays for gas'),
      'ETH',
      ({ chain }) => chains.byKey(chain)?.gasToken ?? null,
    ),
    totalCirculating: field(
      unitsSchema('What circulates'),
      { peggedUSD: 80_000_000_000 },
      'circulating',
    ),
    totalCirculatingUSD: field(
      usdSchema('What circulates'),
      { peggedUSD: 79_990_000_000 },
      'circulatingUsd',
    ),
  },
  'StablecoinChain',
)

/** The day of a point of charts. */
export const dateText = fieldsOf<{ day: number }>()(
  string('Midnight UTC of the day, Unix seconds as text'),
  '1760054400',
  ({ day }) => String(day * DAY_SEC),
)

/** A point of the charts of supply. */
export const pointRecord = record({
  date: dateText,
  totalCirculating: field(
    unitsSchema('What circulates'),
    { peggedUSD: 150_000_000_000, peggedEUR: 38_000_000 },
    'circulating',
  ),
  totalUnreleased: field(
    unitsSchema('Minted and not released'),
    { peggedUSD: 500_000_000, peggedEUR: 0 },
    'unreleased',
  ),
  totalCirculatingUSD: field(
    usdSchema('What circulates'),
    { peggedUSD: 149_950_000_000, peggedEUR: 41_000_000 },
    'circulatingUsd',
  ),
  totalMintedUSD: field(
    usdSchema('What was minted'),
    { peggedUSD: 150_450_000_000, peggedEUR: 41_000_000 },
    'mintedUsd',
  ),
  totalBridgedToUSD: field(
    usdSchema('What was bridged in'),
    { peggedUSD: 12_000_000_000, peggedEUR: 2_000_000 },
    'bridgedInUsd',
  ),
  totalCarried: field(
    unitsSchema(
      'Part of totalCirculating that was not reported that day but carried from an earlier one',
    ),
    { peggedUSD: 40_000_000 },
    'carried',
  ),
})
