import { expect, test } from 'vitest'
import { figureOf, partRows, type RwaStats } from './rwa-parts.ts'

const none = {
  onChainMcap: 0,
  activeMcap: 0,
  defiActiveTvl: 0,
  assetCount: 0,
  assetIssuers: [],
}
const stats = {
  totalOnChainMcap: 0,
  totalActiveMcap: 0,
  totalDefiActiveTvl: 0,
  assetCount: 0,
  assetIssuers: 0,
  byChain: {
    Base: {
      base: {
        onChainMcap: 100,
        activeMcap: 60,
        defiActiveTvl: 5,
        assetCount: 2,
        assetIssuers: ['A', 'B'],
      },
      stablecoinsOnly: { ...none, onChainMcap: 30, assetCount: 1, assetIssuers: ['B'] },
      governanceOnly: {
        ...none,
        onChainMcap: 7,
        activeMcap: null,
        assetCount: 1,
        assetIssuers: ['C'],
      },
      stablecoinsAndGovernance: { ...none, onChainMcap: 1, assetCount: 1, assetIssuers: ['D'] },
    },
    Sui: {
      base: none,
      stablecoinsOnly: none,
      governanceOnly: { ...none, onChainMcap: 9, activeMcap: null, assetCount: 1 },
      stablecoinsAndGovernance: none,
    },
  },
  byCategory: {},
  byPlatform: {},
  byAssetGroup: {},
} satisfies RwaStats

test('stablecoins and governance are counted only when asked for', () => {
  expect(partRows(stats, 'chain', 'none')).toEqual([
    { name: 'Base', onChainUsd: 100, activeUsd: 60, defiUsd: 5, assets: 2, issuers: 2 },
  ])
  expect(partRows(stats, 'chain', 'stablecoins')[0]).toMatchObject({ onChainUsd: 130, issuers: 2 })
  expect(partRows(stats, 'chain', 'both')[0]).toMatchObject({
    onChainUsd: 138,
    assets: 5,
    issuers: 4,
  })
})

test('a figure that nobody knows stays missing', () => {
  expect(partRows(stats, 'chain', 'governance')[1]).toMatchObject({
    name: 'Sui',
    onChainUsd: 9,
    activeUsd: null,
  })
  expect(partRows(stats, 'category', 'none')).toEqual([])
})

const asset = {
  onChainMcap: { Base: 100, Sui: 50 },
  activeMcap: {},
  defiActiveTvl: { Base: { 'alder-lend': 3, 'wren-lend': 4 }, Sui: { 'alder-lend': 1 } },
}

test('all chains add up; one chain is that chain; missing stays missing', () => {
  expect(figureOf(asset, 'onChainMcap', null)).toBe(150)
  expect(figureOf(asset, 'onChainMcap', 'Sui')).toBe(50)
  expect(figureOf(asset, 'onChainMcap', 'Near')).toBeNull()
  expect(figureOf(asset, 'defiActiveTvl', null)).toBe(8)
  expect(figureOf(asset, 'defiActiveTvl', 'Base')).toBe(7)
  expect(figureOf(asset, 'activeMcap', null)).toBeNull()
})
