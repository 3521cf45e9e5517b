import Type from 'typebox'
import { minFilter } from '../../../http/lists/filter.ts'
import { defineRoute } from '../../../http/route.ts'
import { protocols, registryState } from '../../registry/public.ts'
import { chainTotals } from '../derive/chain-totals.ts'
import { tvlRecords } from '../facts.ts'
import { recentTvlState } from '../read/recent.ts'
import { readChainSparks } from '../read/sparks.ts'
import { chainItem, chainRecord, chainSchema } from './chain-items.ts'
import { chainCoverage, coverageHeader, withCoverage } from './coverage.ts'

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
