import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { rwaAssets, rwaSupply } from '../facts.ts'
import { asset, at, bodyOf, putSmallWorld, supply } from '../facts-for-tests.ts'
import { getList } from './get-list.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

test('behavior: empty lists before anything is known', async () => {
  const empty = {
    canonicalMarketIds: [],
    platforms: [],
    chains: [],
    categories: [],
    assetGroups: [],
    idMap: {},
  }
  expect(await bodyOf(app, getList, '/rwa/list')).toEqual(empty)
})

test('default: everything by base market cap', async () => {
  await putSmallWorld(app)
  // A second, smaller asset of the same market: 4 × 2.5 = 10 against 350.
  await app.put(rwaAssets, [
    asset({
      id: 'hbf-2',
      canonicalMarketId: 'harbor/hbf',
      coin: 'aggregator:hbf',
      category: ['Treasuries'],
      parentPlatform: 'Harbor',
    }),
  ])
  await app.put(rwaSupply, [supply('hbf-2', 'base', at(0), 4)])
  expect(await bodyOf(app, getList, '/rwa/list')).toEqual({
    // 350, 100, not known; then the stablecoins of 990 and 60. The governance token has no market
    // id.
    canonicalMarketIds: ['harbor/hbf', 'harbor/whbf', 'cedar/gold', 'alpha/usd', 'both/both'],
    // Harbor 350 + 100 + 10; Cedar's gold has no price.
    platforms: ['Harbor', 'Cedar'],
    chains: ['Ethereum', 'Base', 'My Chain'],
    categories: ['Treasuries', 'Commodities', 'Governance', 'Stablecoins'],
    assetGroups: ['Treasuries', 'Governance', 'Stablecoins'],
    idMap: {
      'harbor/hbf': 'hbf',
      'harbor/whbf': 'whbf',
      'cedar/gold': 'gold',
      'alpha/usd': 'usd',
      'both/both': 'both',
    },
  })
})
