import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { protocols, registryState } from '../../registry/public.ts'
import { chainTotals } from '../derive/chain-totals.ts'
import { tvlRecords } from '../facts.ts'
import { recentTvlState } from '../read/recent.ts'
import { chainItem, chainSchema } from './chain-items.ts'

const { spark: _, ...chainMembers } = chainSchema.properties

/** Not in the contract (decision 154): an address that older clients still use. */
export const listChainsLegacy = defineRoute({
  id: 'tvl.listChainsLegacy',
  summary: 'Current TVL of all chains, for older clients',
  describe:
    'The chains of /v2/chains, each also with the member names that older clients read. New clients use /v2/chains.',
  paths: { free: '/chains' },
  response: Type.Array(
    shape({
      ...chainMembers,
      gecko_id: nullable(Type.String({ description: 'The same as aggregator_id' })),
      cmcId: nullable(Type.String({ description: 'The same as rankingSiteId' })),
    }),
  ),
  example: [
    {
      aggregator_id: 'ethereum',
      tvl: 61_000_000_000,
      tokenSymbol: 'ETH',
      rankingSiteId: '1027',
      name: 'Ethereum',
      chainId: 1,
      gecko_id: 'ethereum',
      cmcId: '1027',
    },
  ],
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
