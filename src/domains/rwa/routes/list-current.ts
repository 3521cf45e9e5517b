import Type from 'typebox'
import { flagFilter, nameFilter } from '../../../http/lists/filter.ts'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { byMarketCap } from '../derive/bucket.ts'
import { RWA_FACTS } from '../read/histories.ts'
import { getChainKey, listPresent, readWorld } from '../read/world.ts'
import { assetExample, assetItem, assetSchema } from '../records.ts'

/** Conditions on real-world assets. */
export const assetFilters = {
  category: nameFilter('category', 'Only of these categories', 'Treasuries'),
  assetGroup: nameFilter('assetGroup', 'Only of these groups', 'Treasuries'),
  assetClass: nameFilter('assetClass', 'Only of these classes', 'Fixed Income'),
  platform: nameFilter('parentPlatform', 'Only of these platforms', 'Willowbrook'),
  issuer: nameFilter('issuer', 'Only of these issuers', 'Willowbrook Trust'),
  stablecoin: flagFilter('stablecoin', 'Only stablecoins, or with `false` only the others.', false),
}

export const listCurrent = defineRoute({
  id: 'rwa.listCurrent',
  operationId: 'listRwaAssets',
  summary: 'All real world assets at present',
  describe:
    'On-chain market cap, active market cap and the amounts in DeFi of every asset by chain, largest first. Figures are the last points of the charts; an asset of which nothing was reported for over a week is left out.',
  paths: { pro: '/rwa/current' },
  response: Type.Array(assetSchema),
  example: [assetExample],
  table: '[]',
  list: { filters: assetFilters },
  reads: RWA_FACTS,
  nowStepSec: DAY_SEC,
  handler: async (_, context) =>
    listPresent(await readWorld(context))
      .toSorted(byMarketCap)
      .map(assetItem),
})

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
    return { data: ranked.sort(byMarketCap).map(assetItem) }
  },
})
