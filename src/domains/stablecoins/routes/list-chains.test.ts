import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { bodyOf, putSmallWorld } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

test('behavior: nothing without facts', async () => {
  expect(await bodyOf(app, '/stablecoinchains')).toEqual([])
  expect(await bodyOf(app, '/stablecoins')).toEqual({ peggedAssets: [], chains: [] })
  expect(await bodyOf(app, '/stablecoincharts/all')).toEqual([])
  expect(await bodyOf(app, '/stablecoinprices')).toEqual([])
})

test('default: tokens and dollars by peg type, most dollars first', async () => {
  await putSmallWorld(app)
  const body = await bodyOf(app, '/stablecoinchains')
  expect(body).toEqual([
    // Alpha 2,100 − 100 − 400 at 0.97, Beta 110 at 1.2.
    {
      name: 'Ethereum',
      aggregator_id: 'ethereum',
      tokenSymbol: 'ETH',
      totalCirculating: { peggedUSD: 1_600, peggedEUR: 110 },
      totalCirculatingUSD: { peggedUSD: 1_552, peggedEUR: 132 },
    },
    // Alpha 400 at 0.97, Gamma 70 without a price.
    {
      name: 'Base',
      aggregator_id: 'ethereum',
      tokenSymbol: 'ETH',
      totalCirculating: { peggedUSD: 400, peggedVAR: 70 },
      totalCirculatingUSD: { peggedUSD: 388, peggedVAR: null },
    },
    // Alpha 50 at 0.97; Delta is no longer reported.
    {
      name: 'Tron',
      aggregator_id: 'tron',
      tokenSymbol: 'TRX',
      totalCirculating: { peggedUSD: 50 },
      totalCirculatingUSD: { peggedUSD: 48.5 },
    },
  ])
})
