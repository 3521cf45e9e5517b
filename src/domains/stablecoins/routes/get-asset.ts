import Type from 'typebox'
import {
  described,
  nullableText,
  optionalText,
  textList,
  unixDay,
} from '../../../http/described.ts'
import { fieldList } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, namedShape, nullable, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { knownMembers } from '../../../lib/known-members.ts'
import { ASSET_FACTS, type Asset, readAssets } from '../read/assets.ts'
import {
  balancePoints,
  chainBalancePoints,
  chainCirculatingPoints,
  currentBalances,
  listChainSeries,
  listTotalSeries,
  totalPoints,
} from './asset-series.ts'
import { unitsSchema } from './balances.ts'
import { coverageHeader, withCoverage } from './coverage.ts'
import { getAsset as findByNumber, stablecoinNumber } from './named.ts'

const tokensSchema = Type.Array(
  namedShape('StablecoinPoint', {
    date: unixDay(),
    circulating: unitsSchema('What circulates'),
    minted: unitsSchema('Minted'),
    unreleased: unitsSchema('Minted and not released'),
    bridgedTo: unitsSchema('Bridged in from other chains'),
    carried: Type.Boolean({
      description: 'The point, or a part of it, was carried from an earlier day',
    }),
  }),
)

const assetSchema = shape({
  id: Type.String({ description: 'Id of the stablecoin' }),
  name: Type.String({ description: 'Display name' }),
  address: nullableText('Coin id of the token'),
  symbol: Type.String({ description: 'Symbol of the token' }),
  url: nullableText('Web site'),
  description: nullableText('What it is, in words'),
  mintRedeemDescription: optionalText('How it is minted and redeemed'),
  onAggregator: Type.String({
    description: '"true" or "false": whether the market-data aggregator lists it',
  }),
  aggregator_id: nullableText('Id at the market-data aggregator'),
  rankingSiteId: nullableText('Id at the ranking site'),
  pegType: Type.String({ description: 'What it is pegged to, such as peggedUSD' }),
  pegMechanism: Type.String({ description: 'How the peg is held, such as fiat-backed' }),
  priceSource: nullableText('Where its price comes from'),
  auditLinks: Type.Optional(textList('Addresses of its audits; absent when unknown')),
  socialHandle: optionalText('Social handle'),
  wiki: optionalText('Address of an article about it'),
  price: nullable(Type.Number({ description: 'USD' })),
  lastReport: nullable(
    Type.Integer({ description: 'Time of the last report of supply, Unix seconds' }),
  ),
  yieldBearing: Type.Boolean({ description: 'Holding it earns a yield' }),
  delisted: Type.Boolean({ description: 'No longer listed' }),
  deprecated: Type.Boolean({ description: 'No longer supported' }),
  deadFrom: nullable(
    Type.Integer({ description: 'When it stopped, Unix seconds; null while it runs' }),
  ),
  chainBalances: mapOf(
    shape({ tokens: described(tokensSchema, 'Daily, oldest first') }),
    'By chain',
  ),
  currentChainBalances: mapOf(unitsSchema('What circulates now'), 'By chain'),
  tokens: described(tokensSchema, 'Daily, oldest first, all chains'),
  totalCirculating: Type.Array(
    shape({ date: unixDay(), totalCirculating: Type.Number({ description: 'Tokens' }) }),
    { description: 'Daily, oldest first' },
  ),
  chainCirculating: mapOf(
    Type.Array(shape({ date: unixDay(), circulating: Type.Number({ description: 'Tokens' }) })),
    'By chain',
  ),
})

const point = {
  date: 1_760_054_400,
  circulating: { peggedUSD: 900 },
  minted: { peggedUSD: 1_000 },
  unreleased: { peggedUSD: 100 },
  bridgedTo: { peggedUSD: 0 },
  carried: false,
}

export const getAsset = defineRoute({
  id: 'stablecoins.getAsset',
  operationId: 'getStablecoin',
  summary: 'A stablecoin and its supply over time',
  describe:
    'What it is, and one point a day at 00:00 UTC, in total and on each chain. A point with `carried` was not reported that day, or its result was impossible: the last good figure stands; series of plain numbers have the same days, and their marks are those of `tokens` and `chainBalances`. `fields` keeps only the named members; `fields=tokens` is the total without the chains.',
  paths: { free: '/stablecoin/{asset}', pro: '/stablecoins/stablecoin/{asset}' },
  params: { asset: stablecoinNumber() },
  query: { fields: fieldList('name,price,tokens') },
  headers: coverageHeader,
  response: Type.Partial(assetSchema),
  example: {
    ...describeAsset({
      about: {
        id: '1',
        name: 'Example Dollar',
        symbol: 'EXUSD',
        pegType: 'peggedUSD',
        pegMechanism: 'fiat-backed',
        coin: null,
        aggregatorId: 'example-dollar',
        rankingSiteId: null,
        priceSource: 'aggregator',
        address: 'ethereum:0x0000000000000000000000000000000000000001',
        url: 'https://example.org',
        description: 'A dollar for examples.',
        mintRedeemDescription: 'Against a dollar, by the issuer.',
        auditLinks: [],
        wiki: null,
        socialHandle: null,
        yieldBearing: false,
        delisted: false,
        deprecated: false,
        deadFromSec: null,
      },
      price: 1.0001,
      history: undefined,
    }),
    lastReport: 1_760_097_600,
    chainBalances: { Ethereum: { tokens: [point] } },
    currentChainBalances: { Ethereum: { peggedUSD: 900 } },
    tokens: [point],
    totalCirculating: [{ date: 1_760_054_400, totalCirculating: 900 }],
    chainCirculating: { Ethereum: [{ date: 1_760_054_400, circulating: 900 }] },
  },
  table: 'tokens[]<date,carried>*{pegType}',
  series: {
    rule: 'last',
    at: ['tokens', 'totalCirculating', 'chainBalances.*.tokens', 'chainCirculating.*'],
  },
  reads: ASSET_FACTS,
  nowStepSec: DAY_SEC,
  handler: async ({ params, query }, context) => {
    const assets = await readAssets(context)
    const asset = findByNumber(assets, params.asset)
    const isWanted = (name: string) => query.fields?.has(name) ?? true
    const total = listTotalSeries(asset, assets.present)
    const byChain =
      isWanted('chainBalances') || isWanted('chainCirculating')
        ? listChainSeries(asset, assets.present)
        : []
    const body = {
      ...describeAsset(asset),
      chainBalances: chainBalancePoints(byChain),
      currentChainBalances: currentBalances(asset, assets.present),
      tokens: balancePoints(total),
      totalCirculating: totalPoints(total),
      chainCirculating: chainCirculatingPoints(byChain),
    }
    const wanted = Object.fromEntries(Object.entries(body).filter(([name]) => isWanted(name)))
    return withCoverage(wanted, assets, { stablecoin: params.asset })
  },
})

/** The members without a time. */
function describeAsset({ about, price, history }: Pick<Asset, 'about' | 'price' | 'history'>) {
  return {
    id: about.id,
    name: about.name,
    address: about.address,
    symbol: about.symbol,
    url: about.url,
    description: about.description,
    ...knownMembers({ mintRedeemDescription: about.mintRedeemDescription }),
    onAggregator: String(about.aggregatorId !== null),
    aggregator_id: about.aggregatorId,
    rankingSiteId: about.rankingSiteId,
    pegType: about.pegType,
    pegMechanism: about.pegMechanism,
    priceSource: about.priceSource,
    ...knownMembers({
      auditLinks: about.auditLinks.length === 0 ? null : about.auditLinks,
      socialHandle: about.socialHandle,
      wiki: about.wiki,
    }),
    price,
    lastReport: history?.lastSec ?? null,
    yieldBearing: about.yieldBearing,
    delisted: about.delisted,
    deprecated: about.deprecated,
    deadFrom: about.deadFromSec,
  }
}
