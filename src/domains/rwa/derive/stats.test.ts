import { expect, test } from 'vitest'
import { type Buckets, byBase, type CountedAsset, stats } from './stats.ts'

function asset(
  about: Partial<CountedAsset['about']>,
  onChain: Record<string, number | undefined>,
  active: Record<string, number> = {},
  defi: Record<string, Record<string, number>> = {},
): CountedAsset {
  const known = Object.entries(onChain).filter(
    (entry): entry is [string, number] => entry[1] !== undefined,
  )
  return {
    about: {
      stablecoin: false,
      governance: false,
      type: 'Asset',
      issuer: 'Harbor Trust',
      parentPlatform: 'Harbor',
      assetGroup: 'Treasuries',
      category: ['Treasuries'],
      ...about,
    },
    figures: {
      chains: Object.keys(onChain),
      onChainUsd: new Map(known),
      activeUsd: new Map(Object.entries(active)),
      defiUsd: new Map(
        Object.entries(defi).map(([chain, held]) => [chain, new Map(Object.entries(held))]),
      ),
    },
  }
}

const EMPTY = { onChainMcap: 0, activeMcap: 0, defiActiveTvl: 0, assetCount: 0, assetIssuers: [] }

const world = [
  asset({}, { ethereum: 100, base: 50 }, { ethereum: 80 }, { ethereum: { a: 10, b: 20 } }),
  asset(
    {
      issuer: 'Cedar Trust',
      parentPlatform: 'Cedar',
      category: ['Gold', 'Treasuries'],
      assetGroup: null,
    },
    { base: 7 },
  ),
  asset({ stablecoin: true, issuer: null }, { base: 1_000 }),
  asset({ stablecoin: true, governance: true }, { tron: 3 }),
  asset({ governance: true }, { base: undefined }),
  // Only the totals of platforms have it.
  asset({ type: 'Wrapper' }, { ethereum: 40 }, {}, { ethereum: { a: 30 } }),
]

test('default: the base bucket of everything', () => {
  const { all } = stats(world)
  expect(all).toEqual({
    // 100 + 50 + 7; 80; 10 + 20.
    base: {
      onChainMcap: 157,
      activeMcap: 80,
      defiActiveTvl: 30,
      assetCount: 2,
      assetIssuers: ['Cedar Trust', 'Harbor Trust'],
    },
    stablecoinsOnly: {
      onChainMcap: 1_000,
      activeMcap: null,
      defiActiveTvl: 0,
      assetCount: 1,
      assetIssuers: [],
    },
    // Its price is not known.
    governanceOnly: {
      onChainMcap: null,
      activeMcap: null,
      defiActiveTvl: 0,
      assetCount: 1,
      assetIssuers: ['Harbor Trust'],
    },
    stablecoinsAndGovernance: {
      onChainMcap: 3,
      activeMcap: null,
      defiActiveTvl: 0,
      assetCount: 1,
      assetIssuers: ['Harbor Trust'],
    },
  })
})

test('behavior: by chain, each asset counts with what it has there', () => {
  const { byChain } = stats(world)
  expect([...byChain.keys()].sort()).toEqual(['base', 'ethereum', 'tron'])
  expect(byChain.get('ethereum')).toEqual({
    base: {
      onChainMcap: 100,
      activeMcap: 80,
      defiActiveTvl: 30,
      assetCount: 1,
      assetIssuers: ['Harbor Trust'],
    },
    stablecoinsOnly: EMPTY,
    governanceOnly: EMPTY,
    stablecoinsAndGovernance: EMPTY,
  })
  // 50 + 7; nothing active is known there.
  expect(byChain.get('base')?.base).toMatchObject({
    onChainMcap: 57,
    activeMcap: null,
    assetCount: 2,
  })
})

test('behavior: by primary category, platform and asset group', () => {
  const { byCategory, byPlatform, byAssetGroup } = stats(world)
  expect(byCategory.get('Gold')?.base).toMatchObject({ onChainMcap: 7, assetCount: 1 })
  expect(byCategory.get('Treasuries')?.base).toMatchObject({ onChainMcap: 150, assetCount: 1 })
  // The wrapper's 40 and 30 count here.
  expect(byPlatform.get('Harbor')?.base).toMatchObject({
    onChainMcap: 190,
    activeMcap: 80,
    defiActiveTvl: 60,
    assetCount: 2,
  })
  expect(byAssetGroup.get('Unknown')?.base).toMatchObject({ onChainMcap: 7 })
})

test('behavior: of no asset the totals are 0', () => {
  const { all, byChain } = stats([])
  expect([all.base, byChain.size]).toEqual([EMPTY, 0])
})

function buckets(onChainMcap: number | null, stablecoins = 0): Buckets {
  const { all } = stats([])
  return {
    ...all,
    base: { ...all.base, onChainMcap },
    stablecoinsOnly: { ...all.stablecoinsOnly, onChainMcap: stablecoins },
  }
}

test.each([
  ['nothing', {}, []],
  ['largest first', { a: buckets(1), b: buckets(3), c: buckets(2) }, ['b', 'c', 'a']],
  ['a tie goes by name', { b: buckets(1), a: buckets(1) }, ['a', 'b']],
  ['only the base counts', { a: buckets(1, 900), b: buckets(2) }, ['b', 'a']],
  ['not known is as 0', { b: buckets(null), a: buckets(0), c: buckets(1) }, ['c', 'a', 'b']],
  ['the group without a name is left out', { Unknown: buckets(9), a: buckets(1) }, ['a']],
])('behavior: %s', (_, groups, expected) => {
  expect(byBase(new Map(Object.entries(groups)))).toEqual(expected)
})
