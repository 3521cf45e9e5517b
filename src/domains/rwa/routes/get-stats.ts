import { described, integer, number, textList, usd } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, nullable } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { field, record } from '../../../records/record.ts'
import { chains } from '../../registry/public.ts'
import { type Buckets, stats } from '../derive/stats.ts'
import { RWA_FACTS } from '../read/histories.ts'
import { listPresent, readWorld } from '../read/world.ts'

const mcap = nullable(number('US dollars; null when it is known of none of the assets'))
const bucket = record(
  {
    onChainMcap: field(mcap, 125_000_000),
    activeMcap: field(mcap, 118_000_000),
    defiActiveTvl: field(usd('In tracked protocols'), 2_500_000),
    assetCount: field(integer('Number of assets'), 2),
    assetIssuers: field(textList('Names of their issuers'), ['Cedar Trust', 'Harbor Trust']),
  },
  'RwaStatsBucket',
)
const empty = { onChainMcap: 0, activeMcap: 0, defiActiveTvl: 0, assetCount: 0, assetIssuers: [] }
const { schema: bucketsSchema, example } = record(
  {
    base: field(
      described(bucket.schema, 'Neither stablecoins nor governance tokens'),
      bucket.example,
    ),
    stablecoinsOnly: field(described(bucket.schema, 'Stablecoins'), empty),
    governanceOnly: field(described(bucket.schema, 'Governance tokens'), empty),
    stablecoinsAndGovernance: field(
      described(bucket.schema, 'Both stablecoin and governance token'),
      empty,
    ),
  },
  'RwaStatsBuckets',
)

const totals = record({
  totalOnChainMcap: field(nullable(usd()), 125_000_000),
  totalActiveMcap: field(nullable(usd('Without excluded holders and burn addresses')), 118_000_000),
  totalDefiActiveTvl: field(usd('In tracked protocols'), 2_500_000),
  assetCount: field(integer('Number of assets'), 2),
  assetIssuers: field(integer('How many issuers there are; the buckets name them.'), 2),
  byChain: field(mapOf(bucketsSchema, 'By chain.'), { Ethereum: example }),
  byCategory: field(mapOf(bucketsSchema, 'By primary category.'), { Treasuries: example }),
  byPlatform: field(mapOf(bucketsSchema, 'By platform, wrappers included.'), { Harbor: example }),
  byAssetGroup: field(mapOf(bucketsSchema, 'By asset group.'), { Treasuries: example }),
})

export const getStats = defineRoute({
  id: 'rwa.getStats',
  operationId: 'getRwaStats',
  summary: 'Totals of real world assets by chain, category, platform and asset group',
  describe:
    'Four buckets that share no asset: base, stablecoins, governance tokens, and what is both. The totals at the top are those of the base bucket. Wrappers count by platform only; an asset counts in its first category. Assets without a category, platform or group are under Unknown.',
  paths: { pro: '/rwa/stats' },
  response: totals.schema,
  example: totals.example,
  table: '{grouping of byChain,byCategory,byPlatform,byAssetGroup}{name}{bucket}',
  reads: RWA_FACTS,
  nowStepSec: DAY_SEC,
  handler: async (_, context) => {
    const { all, byChain, byCategory, byPlatform, byAssetGroup } = stats(
      listPresent(await readWorld(context)),
    )
    return {
      totalOnChainMcap: all.base.onChainMcap,
      totalActiveMcap: all.base.activeMcap,
      totalDefiActiveTvl: all.base.defiActiveTvl,
      assetCount: all.base.assetCount,
      assetIssuers: all.base.assetIssuers.length,
      byChain: Object.fromEntries(
        [...byChain].map(([key, buckets]): [string, Buckets] => [chains.nameOf(key), buckets]),
      ),
      byCategory: Object.fromEntries(byCategory),
      byPlatform: Object.fromEntries(byPlatform),
      byAssetGroup: Object.fromEntries(byAssetGroup),
    }
  },
})
