import type { Body } from '../../api/request.ts'
import { sumOf } from '../../lib/sums.ts'
import { choice, type StateOf } from '../../lib/view-state.ts'
import { seriesKeys } from '../../page/series-keys.ts'

/** Keys of pages of real-world assets. */
export const rwaKeys = {
  ...seriesKeys,
  figure: choice(['onChainMcap', 'activeMcap', 'defiActiveTvl'], 'onChainMcap', {
    label: 'Figure',
    names: { onChainMcap: 'on-chain', activeMcap: 'active', defiActiveTvl: 'in DeFi' },
  }),
  by: choice(['chain', 'category', 'platform', 'group'], 'chain'),
  also: choice(['none', 'stablecoins', 'governance', 'both'], 'none', {
    label: 'Also counted',
    names: {
      none: 'assets alone',
      stablecoins: '+ stablecoins',
      governance: '+ governance',
      both: '+ both',
    },
  }),
}

type RwaState = StateOf<typeof rwaKeys>
type Also = RwaState['also']

export function hasStablecoins(also: Also): boolean {
  return also === 'stablecoins' || also === 'both'
}

export function hasGovernance(also: Also): boolean {
  return also === 'governance' || also === 'both'
}

/** What a chart is requested, so that it counts what the table shows. */
export function includeQuery(also: Also) {
  return {
    includeStablecoin: hasStablecoins(also) ? true : undefined,
    includeGovernance: hasGovernance(also) ? true : undefined,
  }
}

export type RwaStats = Body<'getRwaStats'>
type Parts = RwaStats['byChain']
type Buckets = Parts[string]
type Bucket = Buckets['base']

export type PartRow = ReturnType<typeof rowOf>

const MEMBERS = {
  chain: 'byChain',
  category: 'byCategory',
  platform: 'byPlatform',
  group: 'byAssetGroup',
} as const

/** Parts of the market by chain, category, platform or group; those without an asset are left out. */
export function partRows(stats: RwaStats, by: RwaState['by'], also: Also): PartRow[] {
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

function rowOf(name: string, buckets: readonly Bucket[]) {
  return {
    name,
    onChainUsd: sumOf(buckets.map(({ onChainMcap }) => onChainMcap)),
    activeUsd: sumOf(buckets.map(({ activeMcap }) => activeMcap)),
    defiUsd: sumOf(buckets.map(({ defiActiveTvl }) => defiActiveTvl)),
    assets: buckets.reduce((sum, { assetCount }) => sum + assetCount, 0),
    issuers: new Set(buckets.flatMap(({ assetIssuers }) => assetIssuers)).size,
  }
}

export type Asset = Body<'listRwaAssets'>[number]
type AssetFigures = Pick<Asset, 'onChainMcap' | 'activeMcap' | 'defiActiveTvl'>

/** A figure of an asset on one chain, or on all that have it. */
export function figureOf(
  asset: AssetFigures,
  figure: keyof AssetFigures,
  chain: string | null,
): number | null {
  const byChain =
    figure === 'defiActiveTvl'
      ? Object.fromEntries(
          Object.entries(asset.defiActiveTvl).map(([name, parts]) => [name, sumOf(parts)]),
        )
      : asset[figure]
  return chain === null ? sumOf(byChain) : (byChain[chain] ?? null)
}
