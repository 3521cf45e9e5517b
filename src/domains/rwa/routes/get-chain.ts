import Type from 'typebox'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { byMarketCap } from '../derive/by-market-cap.ts'
import { RWA_FACTS } from '../read/histories.ts'
import { getChainKey, listPresent, readWorld } from '../read/world.ts'
import { assetFilters } from './asset-filters.ts'
import { assetExample, assetSchema, toItem } from './asset-shape.ts'

export const getChain = defineRoute({
  id: 'rwa.getChain',
  operationId: 'getRwaChain',
  summary: 'Real world assets on a chain at present',
  describe:
    'The assets of /rwa/current that are on the chain, the one with the largest market cap there first. Each carries all its chains.',
  paths: { pro: '/rwa/chain/{chain}' },
  params: { chain: text('Chain: name, slug, key, chain id or alias, in any case.', 'Ethereum') },
  response: shape({ data: Type.Array(assetSchema, { description: 'Largest market cap first' }) }),
  example: { data: [assetExample] },
  table: 'data[]',
  list: { filters: assetFilters },
  reads: RWA_FACTS,
  nowStepSec: DAY_SEC,
  handler: async ({ params }, context) => {
    const world = await readWorld(context)
    const key = getChainKey(world, params.chain)
    const onIt = listPresent(world).filter(({ figures }) => figures.chains.includes(key))
    const ranked = onIt.map((asset) => ({
      ...asset,
      onChainUsd: asset.figures.onChainUsd.get(key),
    }))
    return { data: ranked.sort(byMarketCap).map(toItem) }
  },
})
