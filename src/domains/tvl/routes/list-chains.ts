import Type from 'typebox'
import { integer, nullableText, string, usd } from '../../../http/described.ts'
import { minFilter } from '../../../http/lists/filter.ts'
import { sparkMember } from '../../../http/lists/spark.ts'
import { defineRoute } from '../../../http/route.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { field, record } from '../../../records/record.ts'
import { chains, protocols, registryState } from '../../registry/public.ts'
import { chainTotals } from '../derive/chain-totals.ts'
import { tvlRecords } from '../facts.ts'
import { recentTvlState } from '../read/recent.ts'
import { readChainSparks } from '../read/sparks.ts'
import { chainCoverage, coverageHeader, withCoverage } from './coverage.ts'

export const chainRecord = record({
  aggregator_id: field(
    nullableText('Id of its token at the market-data aggregator'),
    'ethereum',
    'aggregatorId',
  ),
  tvl: field(usd(), 61_000_000_000),
  tokenSymbol: field(nullableText('Symbol of its gas token'), 'ETH', 'gasToken'),
  rankingSiteId: field(nullableText('Id of its token at the ranking site'), '1027'),
  name: field(string('Display name of the chain'), 'Ethereum'),
  chainId: field(nullable(integer('EVM chain id; null when it has none')), 1),
})

export const chainSchema = namedShape('Chain', {
  ...chainRecord.members,
  spark: sparkMember('TVL, US dollars'),
})

const UNKNOWN = { aggregatorId: null, gasToken: null, rankingSiteId: null, chainId: null }

export function chainItem(key: string, tvl: number) {
  return chainRecord.item({ ...UNKNOWN, ...chains.byKey(key), name: chains.nameOf(key), tvl })
}

export const listChains = defineRoute({
  id: 'tvl.listChains',
  summary: 'Current TVL of all chains',
  describe:
    'Sum of the plain TVL of the protocols on each chain, largest first. Double-counted protocols, liquid staking and some categories (exchanges, bridges, …) are left out, and dead protocols after their last day.',
  paths: { free: '/v2/chains', pro: '/api/v2/chains' },
  headers: coverageHeader,
  response: Type.Array(chainSchema),
  example: [chainRecord.example],
  table: '[]',
  list: {
    filters: { minTvl: minFilter('tvl', 'Only with at least so much TVL, US dollars', 1_000_000) },
    spark: { describe: 'TVL in US dollars', key: 'name', read: readChainSparks },
  },
  reads: [protocols, tvlRecords],
  handler: async (_, { snapshot, states }) => {
    const registry = await states.get(registryState, snapshot)
    const recent = await states.get(recentTvlState, snapshot)
    const items = chainTotals(registry, recent).map(([key, tvl]) => chainItem(key, tvl))
    return withCoverage(items, chainCoverage(registry, recent))
  },
})
