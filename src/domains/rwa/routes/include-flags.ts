import { flag } from '../../../http/parameters.ts'
import { type Bucket, includedBuckets } from '../derive/bucket.ts'

/** Which buckets a chart adds up besides the base (decisions 25 and 132). */
export const includeFlags = {
  includeStablecoin: flag('Count stablecoins too.'),
  includeGovernance: flag('Count governance tokens too. What is both needs both flags.'),
}

export function bucketsOf(query: {
  includeStablecoin: boolean
  includeGovernance: boolean
}): ReadonlySet<Bucket> {
  return includedBuckets({
    stablecoin: query.includeStablecoin,
    governance: query.includeGovernance,
  })
}
