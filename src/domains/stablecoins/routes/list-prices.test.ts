import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { prices } from '../../coins/public.ts'
import { tokens } from '../../registry/public.ts'
import { stablecoins } from '../facts.ts'
import { at, bodyOf, price, putSmallWorld, stablecoin } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: the last price of each day', async () => {
  const body = await bodyOf(app, '/stablecoinprices')
  expect(body).toEqual([
    { date: at(20), prices: { delta: 0.5 } },
    { date: at(1), prices: { alpha: 0.98, beta: 1.1 } },
    { date: at(0), prices: { alpha: 0.97, beta: 1.2 } },
  ])
})

test('behavior: new prices, other coins, redirects and prices after today', async () => {
  await app.put(prices, [
    price('alpha', at(0, 12), 0.96),
    price('beta', at(2), 1.3),
    price('zeta-source', at(1), 1.01),
    price('alpha', at(-3), 7),
    { coin: 'base:0xeta', atSec: at(1), priceUsd: 0.995, confidence: null },
    price('alpha"quoted', at(1), 1.5),
  ])
  await app.put(tokens, [
    {
      coin: 'aggregator:zeta',
      symbol: 'ZET',
      name: null,
      decimals: null,
      redirect: 'aggregator:zeta-source',
    },
  ])
  await app.put(stablecoins, [
    stablecoin({ id: '11', aggregatorId: 'zeta' }),
    stablecoin({ id: '12', coin: 'base:0xeta' }),
    stablecoin({ id: '13', aggregatorId: 'alpha"quoted' }),
  ])
  expect(await bodyOf(app, '/stablecoinprices')).toEqual([
    { date: at(20), prices: { delta: 0.5 } },
    { date: at(2), prices: { beta: 1.3 } },
    {
      date: at(1),
      prices: { alpha: 0.98, beta: 1.1, zeta: 1.01, 'base:0xeta': 0.995, 'alpha"quoted': 1.5 },
    },
    { date: at(0), prices: { alpha: 0.96, beta: 1.2 } },
  ])
})
