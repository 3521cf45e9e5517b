import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { bodyOf, putSmallWorld } from '../facts-for-tests.ts'
import { getStats } from './get-stats.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

const EMPTY = { onChainMcap: 0, activeMcap: 0, defiActiveTvl: 0, assetCount: 0, assetIssuers: [] }

test('behavior: nothing adds up to 0', async () => {
  expect(await bodyOf(app, getStats, '/rwa/stats')).toEqual({
    totalOnChainMcap: 0,
    totalActiveMcap: 0,
    totalDefiActiveTvl: 0,
    assetCount: 0,
    assetIssuers: 0,
    byChain: {},
    byCategory: {},
    byPlatform: {},
    byAssetGroup: {},
  })
})

test('default: totals of the base bucket, and four buckets everywhere', async () => {
  await putSmallWorld(app)
  const body = await bodyOf<Record<string, unknown>>(app, getStats, '/rwa/stats')
  expect(body).toMatchObject({
    // The fund: 325 + 25, active 262.5 + 25, 30 in DeFi. Gold counts, but has no price.
    totalOnChainMcap: 350,
    totalActiveMcap: 287.5,
    totalDefiActiveTvl: 30,
    assetCount: 2,
    // Harbor Trust and Cedar Trust.
    assetIssuers: 2,
  })
  expect(body.byChain).toEqual({
    Ethereum: {
      base: {
        onChainMcap: 325,
        activeMcap: 262.5,
        defiActiveTvl: 30,
        assetCount: 1,
        assetIssuers: ['Harbor Trust'],
      },
      stablecoinsOnly: {
        onChainMcap: 990,
        activeMcap: null,
        defiActiveTvl: 0,
        assetCount: 1,
        assetIssuers: ['Alpha Co'],
      },
      governanceOnly: {
        onChainMcap: 300,
        activeMcap: null,
        defiActiveTvl: 0,
        assetCount: 1,
        assetIssuers: ['Harbor Trust'],
      },
      stablecoinsAndGovernance: EMPTY,
    },
    Base: {
      base: {
        onChainMcap: 25,
        activeMcap: 25,
        defiActiveTvl: 0,
        assetCount: 2,
        assetIssuers: ['Cedar Trust', 'Harbor Trust'],
      },
      stablecoinsOnly: EMPTY,
      governanceOnly: EMPTY,
      stablecoinsAndGovernance: EMPTY,
    },
    'My Chain': {
      base: EMPTY,
      stablecoinsOnly: EMPTY,
      governanceOnly: EMPTY,
      stablecoinsAndGovernance: {
        onChainMcap: 60,
        activeMcap: null,
        defiActiveTvl: 0,
        assetCount: 1,
        assetIssuers: [],
      },
    },
  })
})

test('behavior: by first category, by platform with wrappers, by asset group', async () => {
  const { byCategory, byPlatform, byAssetGroup } = await bodyOf<
    Record<string, Record<string, unknown>>
  >(app, getStats, '/rwa/stats')
  expect(Object.keys(byCategory ?? {}).sort()).toEqual([
    'Commodities',
    'Governance',
    'Stablecoins',
    'Treasuries',
    'Unknown',
  ])
  expect(byCategory?.Commodities).toMatchObject({
    base: { onChainMcap: null, activeMcap: null, assetCount: 1 },
  })
  // 350 and the wrapper's 40 × 2.5 = 100.
  expect(byPlatform?.Harbor).toMatchObject({
    base: {
      onChainMcap: 450,
      activeMcap: 287.5,
      defiActiveTvl: 30,
      assetCount: 2,
      assetIssuers: ['Harbor Trust', 'Wrap Co'],
    },
  })
  expect(byAssetGroup?.Treasuries).toMatchObject({ base: { onChainMcap: 350, assetCount: 1 } })
  expect(byAssetGroup?.Unknown).toMatchObject({
    base: { onChainMcap: null, assetCount: 1 },
    stablecoinsAndGovernance: { onChainMcap: 60 },
  })
})
