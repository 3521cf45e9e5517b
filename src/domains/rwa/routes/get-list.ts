import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { chains } from '../../registry/public.ts'
import { byBaseMarketCap } from '../derive/bucket.ts'
import { byBase, stats } from '../derive/stats.ts'
import { RWA_FACTS } from '../read/histories.ts'
import { listPresent, readWorld } from '../read/world.ts'

const names = (of: string) => Type.Array(Type.String(), { description: of })

export const getList = defineRoute({
  id: 'rwa.getList',
  operationId: 'getRwaList',
  summary: 'Names of real world assets and of what they can be filtered by',
  describe:
    'Everything by on-chain market cap of the base bucket, largest first. idMap leads from the id of a market to the id of its asset; of several assets with one market, to the largest.',
  paths: { pro: '/rwa/list' },
  response: shape({
    canonicalMarketIds: names('Ids of markets; those of stablecoins and governance tokens last.'),
    platforms: names('Platforms.'),
    chains: names('Chains.'),
    categories: names('Primary categories.'),
    assetGroups: names('Asset groups.'),
    idMap: mapOf(Type.String(), 'Id of a market → id of the asset.'),
  }),
  example: {
    canonicalMarketIds: ['harbor/hbf'],
    platforms: ['Harbor'],
    chains: ['Ethereum', 'Base'],
    categories: ['Treasuries'],
    assetGroups: ['Treasuries'],
    idMap: { 'harbor/hbf': 'harbor-bill-fund' },
  },
  table: 'idMap{canonicalMarketId}=id',
  reads: RWA_FACTS,
  nowStepSec: DAY_SEC,
  handler: async (_, context) => {
    const present = listPresent(await readWorld(context))
    const { byChain, byCategory, byPlatform, byAssetGroup } = stats(present)
    const idMap = new Map<string, string>()
    for (const { about } of present.toSorted(byBaseMarketCap)) {
      const market = about.canonicalMarketId
      if (market !== null && !idMap.has(market)) idMap.set(market, about.id)
    }
    return {
      canonicalMarketIds: [...idMap.keys()],
      platforms: byBase(byPlatform),
      chains: byBase(byChain).map((key) => chains.nameOf(key)),
      categories: byBase(byCategory),
      assetGroups: byBase(byAssetGroup),
      idMap: Object.fromEntries(idMap),
    }
  },
})
