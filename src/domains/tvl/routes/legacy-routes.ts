import Type from 'typebox'
import { number, string } from '../../../http/described.ts'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { at } from '../../../lib/at.ts'
import { protocols, registryState } from '../../registry/public.ts'
import { chainTotals, totalDays } from '../derive/chain-totals.ts'
import { tvlRecords } from '../facts.ts'
import { readChainHistory } from '../read/place-records.ts'
import { recentTvlState } from '../read/recent.ts'
import { getChainSeries } from './get-historical-chain-tvl.ts'
import { chainItem, chainRecord } from './list-chains.ts'

/** Points of a chart as older clients read them: the day is text. */
const points = {
  response: Type.Array(
    shape({
      date: string('Unix seconds of 00:00 UTC, as text'),
      totalLiquidityUSD: number('US dollars'),
    }),
  ),
  example: [{ date: '1760054400', totalLiquidityUSD: 98_000_000_000 }],
  table: '[]',
  reads: [protocols, tvlRecords],
}

function toPoint(dateSec: number, tvlUsd: number) {
  return { date: String(dateSec), totalLiquidityUSD: tvlUsd }
}

// Not in the contract (tvl.md#older-paths): paths that older clients still use.

export const listChainsLegacy = defineRoute({
  id: 'tvl.listChainsLegacy',
  summary: 'Current TVL of all chains, for older clients',
  describe:
    'The chains of /v2/chains, each also with the member names that older clients read. New clients use /v2/chains.',
  paths: { free: '/chains' },
  response: Type.Array(
    shape({
      ...chainRecord.members,
      gecko_id: nullable(string('The same as aggregator_id')),
      cmcId: nullable(string('The same as rankingSiteId')),
    }),
  ),
  example: [{ ...chainRecord.example, gecko_id: 'ethereum', cmcId: '1027' }],
  table: '[]',
  reads: [protocols, tvlRecords],
  handler: async (_, { snapshot, states }) => {
    const registry = await states.get(registryState, snapshot)
    const recent = await states.get(recentTvlState, snapshot)
    return chainTotals(registry, recent).map(([key, tvl]) => {
      const item = chainItem(key, tvl)
      return { ...item, gecko_id: item.aggregator_id, cmcId: item.rankingSiteId }
    })
  },
})

export const getChartsLegacy = defineRoute({
  ...points,
  id: 'tvl.getChartsLegacy',
  summary: 'TVL of all chains over time, for older clients',
  describe:
    'The totals of /v2/historicalChainTvl in the form that older clients read. New clients use that path.',
  paths: { free: '/charts' },
  handler: async (_, context) => {
    const history = await readChainHistory(context)
    return totalDays(history).map(([dateSec, tvlUsd]) => toPoint(dateSec, tvlUsd))
  },
})

export const getChainChartsLegacy = defineRoute({
  ...points,
  id: 'tvl.getChainChartsLegacy',
  summary: 'TVL of a chain over time, for older clients',
  describe:
    'The points of /v2/historicalChainTvl/{chain} in the form that older clients read. New clients use that path.',
  paths: { free: '/charts/{chain}' },
  params: { chain: text('Chain: name, slug, key, chain id or alias, in any case.', 'Ethereum') },
  handler: async ({ params }, context) => {
    const { series } = getChainSeries(await readChainHistory(context), params.chain)
    return series.datesSec.map((dateSec, index) => toPoint(dateSec, at(series.tvlUsd, index)))
  },
})
