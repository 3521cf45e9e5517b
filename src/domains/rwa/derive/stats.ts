import { BUCKETS, type Bucket, bucketOf } from './bucket.ts'
import { type PresentFigures, sumKnown, sumPositions } from './present-figures.ts'

/** An asset as the totals see it. */
export interface CountedAsset {
  readonly about: {
    readonly stablecoin: boolean
    readonly governance: boolean
    readonly type: string | null
    readonly issuer: string | null
    readonly parentPlatform: string | null
    readonly assetGroup: string | null
    readonly category: readonly string[]
  }
  readonly figures: PresentFigures
}

export interface BucketTotals {
  /** `null` when none of the assets has one. */
  onChainMcap: number | null
  activeMcap: number | null
  defiActiveTvl: number
  assetCount: number
  /** In alphabetical order. */
  assetIssuers: string[]
}

export type Buckets = Record<Bucket, BucketTotals>

export interface Stats {
  all: Buckets
  byChain: Map<string, Buckets>
  byCategory: Map<string, Buckets>
  byPlatform: Map<string, Buckets>
  byAssetGroup: Map<string, Buckets>
}

/** Where unnamed assets are counted, so that groups add up to totals (rwa.md#unknown-figures). */
export const UNKNOWN_GROUP = 'Unknown'

/** rwa.md: a wrapper holds another asset, which would be counted twice. */
export function isWrapper({ type }: { type: string | null }): boolean {
  return type?.toLowerCase() === 'wrapper'
}

/** Totals by four groupings in four buckets (rwa.md); wrappers count for platforms only. */
export function stats(assets: readonly CountedAsset[]): Stats {
  const issuers = new Map<BucketTotals, Set<string>>()
  const totals: Stats = {
    all: emptyBuckets(),
    byChain: new Map(),
    byCategory: new Map(),
    byPlatform: new Map(),
    byAssetGroup: new Map(),
  }
  for (const { about, figures } of assets) {
    const whole = {
      onChainUsd: sumKnown(figures.onChainUsd.values()),
      activeUsd: sumKnown(figures.activeUsd.values()),
      defiUsd: sumKnown([...figures.defiUsd.values()].map(sumPositions)) ?? 0,
    }
    const addTo = (buckets: Buckets, part: Part = whole) => {
      const bucket = buckets[bucketOf(about)]
      add(bucket, part)
      const named = issuers.getOrInsertComputed(bucket, () => new Set())
      if (about.issuer !== null) named.add(about.issuer)
    }
    addTo(groupOf(totals.byPlatform, about.parentPlatform))
    if (isWrapper(about)) continue
    addTo(totals.all)
    addTo(groupOf(totals.byCategory, about.category[0]))
    addTo(groupOf(totals.byAssetGroup, about.assetGroup))
    for (const chain of figures.chains) {
      const part = {
        onChainUsd: figures.onChainUsd.get(chain),
        activeUsd: figures.activeUsd.get(chain),
        defiUsd: sumPositions(figures.defiUsd.get(chain)),
      }
      addTo(groupOf(totals.byChain, chain), part)
    }
  }
  for (const [bucket, names] of issuers) bucket.assetIssuers = [...names].sort()
  return totals
}

interface Part {
  onChainUsd: number | undefined
  activeUsd: number | undefined
  defiUsd: number
}

function add(totals: BucketTotals, { onChainUsd, activeUsd, defiUsd }: Part): void {
  const isFirst = totals.assetCount === 0
  totals.onChainMcap = plus(isFirst ? null : totals.onChainMcap, onChainUsd)
  totals.activeMcap = plus(isFirst ? null : totals.activeMcap, activeUsd)
  totals.defiActiveTvl += defiUsd
  totals.assetCount++
}

function plus(sum: number | null, usd: number | undefined): number | null {
  return usd === undefined ? sum : (sum ?? 0) + usd
}

function groupOf(groups: Map<string, Buckets>, name: string | null | undefined): Buckets {
  const key = name ?? UNKNOWN_GROUP
  const buckets = groups.getOrInsertComputed(key, () => emptyBuckets())
  return buckets
}

/** Nothing is known of no asset: the totals of an empty bucket are 0. */
function emptyBuckets(): Buckets {
  const empty = (): BucketTotals => ({
    onChainMcap: 0,
    activeMcap: 0,
    defiActiveTvl: 0,
    assetCount: 0,
    assetIssuers: [],
  })
  return Object.fromEntries(BUCKETS.map((bucket) => [bucket, empty()])) as unknown as Buckets
}

/** Names of groups by base market cap, then name (rwa.md); the unknown group has no name. */
export function byBase(groups: ReadonlyMap<string, Buckets>): string[] {
  return [...groups]
    .filter(([name]) => name !== UNKNOWN_GROUP)
    .map(([name, { base }]) => ({ name, usd: base.onChainMcap ?? 0 }))
    .sort((a, b) => b.usd - a.usd || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
}
