import Type from 'typebox'
import { textList } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { field, record } from '../../../records/record.ts'
import { chains } from '../../registry/public.ts'
import { byBaseMarketCap } from '../derive/bucket.ts'
import { byBase, stats } from '../derive/stats.ts'
import { RWA_FACTS } from '../read/histories.ts'
import { listPresent, readWorld } from '../read/world.ts'

const listed = record({
  canonicalMarketIds: field(
    textList('Ids of markets; those of stablecoins and governance tokens last.'),
    ['harbor/hbf'],
  ),
  platforms: field(textList('Platforms.'), ['Harbor']),
  chains: field(textList('Chains.'), ['Ethereum', 'Base']),
  categories: field(textList('Primary categories.'), ['Treasuries']),
  assetGroups: field(textList('Asset groups.'), ['Treasuries']),
  idMap: field(mapOf(Type.String(), 'Id of a market → id of the asset.'), {
    'harbor/hbf': 'harbor-bill-fund',
  }),
})

export const getList = defineRoute({
  id: 'rwa.getList',
  operationId: 'getRwaList',
  summary: 'Names of real world assets and of what they can be filtered by',
  describe:
    'Everything by on-chain market cap of the base bucket, largest first. idMap leads from the id of a market to the id of its asset; of several assets with one market, to the largest.',
  paths: { pro: '/rwa/list' },
  response: listed.schema,
  example: listed.example,
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
