import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { nothingSeen, type SeenSupply } from '../../../sources/model/observations.ts'
import { remarkAssets } from './remark-assets.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app.stop())

test('default: a supply of a stablecoin that nobody described is said to show nowhere', async () => {
  const supply: SeenSupply = {
    asset: '12',
    chain: 'base',
    minted: 1,
    unreleased: 0,
    bridgedFrom: [],
    atSec: 1,
  }
  const snapshot = app.app.store.snapshot()
  expect(await remarkAssets(nothingSeen(), snapshot)).toEqual([])
  expect(await remarkAssets({ ...nothingSeen(), supplies: [supply] }, snapshot)).toEqual([
    'No endpoint shows these figures: there is no stablecoin "12". Import it (`almanac facts stablecoins`).',
  ])
})
