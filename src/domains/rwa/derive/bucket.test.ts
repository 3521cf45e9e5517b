import { expect, test } from 'vitest'
import { bucketOf, byBaseMarketCap, byMarketCap, includedBuckets, type Ranked } from './bucket.ts'

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

function ranked(
  id: string,
  onChainUsd: number | undefined,
  known: Partial<Ranked['about']> = {},
): Ranked {
  return { about: { id, stablecoin: false, governance: false, ...known }, onChainUsd }
}

const list = [
  ranked('unknown', undefined),
  ranked('zero', 0),
  ranked('b', 5),
  ranked('dollar', 900, { stablecoin: true }),
  ranked('a', 5),
  ranked('vote', 7, { governance: true }),
]

test('byMarketCap: largest first, a tie by id, not known after 0', () => {
  expect(list.toSorted(byMarketCap).map(({ about }) => about.id)).toEqual([
    'dollar',
    'vote',
    'a',
    'b',
    'zero',
    'unknown',
  ])
})

test('byBaseMarketCap: the base bucket before all others', () => {
  expect(list.toSorted(byBaseMarketCap).map(({ about }) => about.id)).toEqual([
    'a',
    'b',
    'zero',
    'unknown',
    'dollar',
    'vote',
  ])
  expect([].toSorted(byBaseMarketCap)).toEqual([])
})
