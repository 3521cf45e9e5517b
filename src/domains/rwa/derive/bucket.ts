/** The four buckets an asset can be in; each asset is in exactly one (rwa.md). */
export const BUCKETS = [
  'base',
  'stablecoinsOnly',
  'governanceOnly',
  'stablecoinsAndGovernance',
] as const
export type Bucket = (typeof BUCKETS)[number]

interface Flags {
  readonly stablecoin: boolean
  readonly governance: boolean
}

export function bucketOf({ stablecoin, governance }: Flags): Bucket {
  if (stablecoin) return governance ? 'stablecoinsAndGovernance' : 'stablecoinsOnly'
  return governance ? 'governanceOnly' : 'base'
}

/** rwa.md#include-flags: the buckets a chart adds up; what is both needs both flags. */
export function includedBuckets({ stablecoin, governance }: Flags): ReadonlySet<Bucket> {
  return new Set(
    BUCKETS.filter((bucket) => {
      const isStablecoin = bucket === 'stablecoinsOnly' || bucket === 'stablecoinsAndGovernance'
      const isGovernance = bucket === 'governanceOnly' || bucket === 'stablecoinsAndGovernance'
      return (stablecoin || !isStablecoin) && (governance || !isGovernance)
    }),
  )
}

/** What decides the place of an asset in a list. */
export interface Ranked {
  readonly about: {
    readonly id: string
    readonly stablecoin: boolean
    readonly governance: boolean
  }
  /** `undefined` when not known. */
  readonly onChainUsd: number | undefined
}

/** Largest on-chain market cap first, those without one last, then by id. */
export function byMarketCap(a: Ranked, b: Ranked): number {
  return (
    (b.onChainUsd ?? -1) - (a.onChainUsd ?? -1) ||
    (a.about.id < b.about.id ? -1 : Number(a.about.id > b.about.id))
  )
}

/** The same, but the base bucket before all others (rwa.md). */
export function byBaseMarketCap(a: Ranked, b: Ranked): number {
  return (
    Number(bucketOf(b.about) === 'base') - Number(bucketOf(a.about) === 'base') || byMarketCap(a, b)
  )
}
