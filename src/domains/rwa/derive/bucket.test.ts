import { expect, test } from 'vitest'
import { bucketOf, includedBuckets } from './bucket.ts'

test.each([
  [false, false, 'base', ['base']],
  [true, false, 'stablecoinsOnly', ['base', 'stablecoinsOnly']],
  [false, true, 'governanceOnly', ['base', 'governanceOnly']],
  [
    true,
    true,
    'stablecoinsAndGovernance',
    ['base', 'stablecoinsOnly', 'governanceOnly', 'stablecoinsAndGovernance'],
  ],
])('behavior: stablecoin %s, governance %s', (stablecoin, governance, bucket, included) => {
  expect(bucketOf({ stablecoin, governance })).toBe(bucket)
  expect([...includedBuckets({ stablecoin, governance })]).toEqual(included)
})
