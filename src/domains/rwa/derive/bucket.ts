/** The four buckets an asset can be in; each asset is in exactly one (semantics 10.5). */
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

/**
 * Decisions 25 and 132: the buckets a chart adds up. What is both a stablecoin and a governance
 * token needs both flags.
 */
export function includedBuckets({ stablecoin, governance }: Flags): ReadonlySet<Bucket> {
  return new Set(
    BUCKETS.filter((bucket) => {
      const isStablecoin = bucket === 'stablecoinsOnly' || bucket === 'stablecoinsAndGovernance'
      const isGovernance = bucket === 'governanceOnly' || bucket === 'stablecoinsAndGovernance'
      return (stablecoin || !isStablecoin) && (governance || !isGovernance)
    }),
  )
}
