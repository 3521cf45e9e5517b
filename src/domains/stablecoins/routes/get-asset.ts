import Type from 'typebox'
import { boolean, described, number, unixDay } from '../../../http/described.ts'
import { fieldList } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { field, record } from '../../../records/record.ts'
import { ASSET_FACTS, findLine, readAssets } from '../read/assets.ts'
import { coverageHeader, withCoverage } from '../read/coverage.ts'
import { assetItem, assetRecord, unitsSchema } from '../records.ts'
import {
  balancePoints,
  chainBalancePoints,
  chainCirculatingPoints,
  currentBalances,
  listChainLines,
  totalPoints,
} from './asset-series.ts'
import { getAsset as findByNumber, stablecoinNumber } from './named.ts'

const pointRecord = record(
  {
    date: field(unixDay(), 1_760_054_400),
    circulating: field(unitsSchema('What circulates'), { peggedUSD: 900 }),
    minted: field(unitsSchema('Minted'), { peggedUSD: 1_000 }),
    unreleased: field(unitsSchema('Minted and not released'), { peggedUSD: 100 }),
    bridgedTo: field(unitsSchema('Bridged in from other chains'), { peggedUSD: 0 }),
    carried: field(boolean('The point, or a part of it, was carried from an earlier day'), false),
  },
  'StablecoinPoint',
)
const tokensSchema = Type.Array(pointRecord.schema)

const assetSchema = shape({
  ...assetRecord.members,
  chainBalances: mapOf(
    shape({ tokens: described(tokensSchema, 'Daily, oldest first') }),
    'By chain',
  ),
  currentChainBalances: mapOf(unitsSchema('What circulates now'), 'By chain'),
  tokens: described(tokensSchema, 'Daily, oldest first, all chains'),
  totalCirculating: Type.Array(shape({ date: unixDay(), totalCirculating: number('Tokens') }), {
    description: 'Daily, oldest first',
  }),
  chainCirculating: mapOf(
    Type.Array(shape({ date: unixDay(), circulating: number('Tokens') })),
    'By chain',
  ),
})

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
    ...assetRecord.example,
    chainBalances: { Ethereum: { tokens: [pointRecord.example] } },
    currentChainBalances: { Ethereum: { peggedUSD: 900 } },
    tokens: [pointRecord.example],
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
    const total = findLine(asset, assets.present)
    const byChain =
      isWanted('chainBalances') || isWanted('chainCirculating')
        ? listChainLines(asset, assets.present)
        : []
    const body = {
      ...assetItem(asset),
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
