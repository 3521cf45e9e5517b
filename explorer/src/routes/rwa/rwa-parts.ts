import type { Body } from '../../api/answers.ts'
import { sumOf } from '../../lib/sum-of.ts'
import { type Also, type GROUPS, hasGovernance, hasStablecoins } from './rwa-keys.ts'

export type RwaStats = Body<'getRwaStats'>
type Parts = RwaStats['byChain']
type Buckets = Parts[string]
type Bucket = Buckets['base']

export interface PartRow {
  readonly name: string
  readonly onChainUsd: number | null
  readonly activeUsd: number | null
  readonly defiUsd: number | null
  readonly assets: number
  readonly issuers: number
}

const MEMBERS = {
  chain: 'byChain',
  category: 'byCategory',
  platform: 'byPlatform',
  group: 'byAssetGroup',
} as const

/** Parts of the market by chain, category, platform or group; those without an asset are left out. */
export function partRows(stats: RwaStats, by: (typeof GROUPS)[number], also: Also): PartRow[] {
  return Object.entries(stats[MEMBERS[by]])
    .map(([name, buckets]) => rowOf(name, counted(buckets, also)))
    .filter(({ assets }) => assets > 0)
}

/** What is both a stablecoin and for governance needs both. */
function counted(buckets: Buckets, also: Also): Bucket[] {
  return [
    buckets.base,
    ...(hasStablecoins(also) ? [buckets.stablecoinsOnly] : []),
    ...(hasGovernance(also) ? [buckets.governanceOnly] : []),
    ...(also === 'both' ? [buckets.stablecoinsAndGovernance] : []),
  ].filter(({ assetCount }) => assetCount > 0)
}

function rowOf(name: string, buckets: readonly Bucket[]): PartRow {
  return {
    name,
    onChainUsd: sumOf(buckets.map(({ onChainMcap }) => onChainMcap)),
    activeUsd: sumOf(buckets.map(({ activeMcap }) => activeMcap)),
    defiUsd: sumOf(buckets.map(({ defiActiveTvl }) => defiActiveTvl)),
    assets: buckets.reduce((sum, { assetCount }) => sum + assetCount, 0),
    issuers: new Set(buckets.flatMap(({ assetIssuers }) => assetIssuers)).size,
  }
}
