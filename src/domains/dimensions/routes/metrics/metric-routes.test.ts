import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { proBody, putSmallWorld } from '../../facts-for-tests.ts'
import { metricRoutes } from './metric-routes.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

/** Every operation but the one by label, of which the small world has none. */
const samples = metricRoutes.flatMap(({ id, paths, response }) => {
  const url = (paths.pro ?? '')
    .replace('{metric}', 'dexs')
    .replace('{chain}', 'base')
    .replace('{category}', 'dexs')
    .replace('{protocol}', 'alpha')
  return url.endsWith('label-breakdown') ? [] : [{ id, url, response }]
})

test('behavior: there are nineteen operations', () => {
  expect(metricRoutes).toHaveLength(19)
  expect(samples).toHaveLength(18)
})

test.each(samples)('behavior: $id is what its schema says', async ({ url, response }) => {
  const body = await proBody(app, url)
  expect([...Value.Errors(response, body)]).toEqual([])
})

test.each([
  [404, '/api/v2/metrics/swaps', 'There are fees'],
  [400, '/api/v2/metrics/dexs?dataType=dailyvolume', 'dailyVolume, dailyNotionalVolume'],
  [404, '/api/v2/metrics/tvl', 'not_found'],
  [404, '/api/v2/metrics/dexs/chain/celo', 'allChains'],
  [404, '/api/v2/metrics/swaps/chain/base', 'There are fees'],
  [400, '/api/v2/metrics/dexs/chain/base?dataType=x', 'dailyVolume, dailyNotionalVolume'],
  [404, '/api/v2/metrics/dexs/category/dex-aggregator', 'allCategories'],
  [404, '/api/v2/metrics/dexs/category/dex', 'dexs'],
  [404, '/api/v2/metrics/swaps/category/dexs', 'There are fees'],
  [400, '/api/v2/metrics/dexs/category/dexs?dataType=x', 'dailyVolume, dailyNotionalVolume'],
  [404, '/api/v2/metrics/dexs/category/derivatives/chain/ethereum', 'allChains'],
  [404, '/api/v2/metrics/dexs/category/none/chain/base', 'category'],
  [
    400,
    '/api/v2/metrics/dexs/category/dexs/chain/base?dataType=x',
    'dailyVolume, dailyNotionalVolume',
  ],
  [404, '/api/v2/metrics/dexs/protocol/alfa', 'alpha'],
  [404, '/api/v2/metrics/dexs/protocol/silent', 'those that are measured'],
  [404, '/api/v2/metrics/swaps/protocol/alpha', 'There are fees'],
  [400, '/api/v2/metrics/dexs/protocol/alpha?dataType=x', 'dailyVolume, dailyNotionalVolume'],
  [404, '/api/v2/chart/swaps', 'There are fees'],
  [400, '/api/v2/chart/dexs?dataType=DailyVolume', 'dailyVolume, dailyNotionalVolume'],
  [400, '/api/v2/chart/dexs?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/oracles', 'not_found'],
  [404, '/api/v2/chart/financial-statement', 'not_found'],
  [404, '/api/v2/chart/swaps/chain/Base', 'There are fees'],
  [400, '/api/v2/chart/dexs/chain/Base?dataType=DailyVolume', 'dailyVolume, dailyNotionalVolume'],
  [400, '/api/v2/chart/dexs/chain/Base?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/chain/Bsae', 'Base'],
  [404, '/api/v2/chart/dexs/chain/Celo', 'allChains'],
  [404, '/api/v2/chart/swaps/category/dexs', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/category/dexs?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/category/dexs?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/category/dex-aggregator', 'allCategories'],
  [404, '/api/v2/chart/dexs/category/dex', 'dexs'],
  [404, '/api/v2/chart/swaps/category/dexs/chain/base', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/category/dexs/chain/base?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/category/dexs/chain/base?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/category/derivatives/chain/ethereum', 'allChains'],
  [404, '/api/v2/chart/dexs/category/none/chain/base', 'category'],
  [404, '/api/v2/chart/dexs/category/dexs/chain/none', 'allChains'],
  [404, '/api/v2/chart/swaps/protocol/alpha-v1', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/protocol/alpha-v1?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/protocol/alpha-v1?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/protocol/alfa-v1', 'alpha-v1'],
  [404, '/api/v2/chart/dexs/protocol/silent', 'those that are measured'],
  [404, '/api/v2/chart/fees/protocol/alpha-v1', 'Nothing is known of fees'],
  [404, '/api/v2/chart/swaps/chain-breakdown', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/chain-breakdown?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/chain-breakdown?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/swaps/protocol-breakdown', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/protocol-breakdown?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/protocol-breakdown?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/swaps/chain/base/protocol-breakdown', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/chain/base/protocol-breakdown?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/chain/base/protocol-breakdown?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/chain/nowhere/protocol-breakdown', 'allChains'],
  [404, '/api/v2/chart/swaps/category/derivatives/chain-breakdown', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/category/derivatives/chain-breakdown?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/category/derivatives/chain-breakdown?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/category/none/chain-breakdown', 'category'],
  [404, '/api/v2/chart/swaps/category/dexs/protocol-breakdown', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/category/dexs/protocol-breakdown?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/category/dexs/protocol-breakdown?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/category/none/protocol-breakdown', 'category'],
  [404, '/api/v2/chart/swaps/category/dexs/chain/base/protocol-breakdown', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/category/dexs/chain/base/protocol-breakdown?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [
    400,
    '/api/v2/chart/dexs/category/dexs/chain/base/protocol-breakdown?start=soon',
    'Unix seconds',
  ],
  [404, '/api/v2/chart/dexs/category/dexs/chain/none/protocol-breakdown', 'allChains'],
  [404, '/api/v2/chart/dexs/category/none/chain/base/protocol-breakdown', 'category'],
  [404, '/api/v2/chart/swaps/protocol/alpha/chain-breakdown', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/protocol/alpha/chain-breakdown?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/protocol/alpha/chain-breakdown?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/protocol/nobody/chain-breakdown', 'No protocol'],
  [404, '/api/v2/chart/swaps/protocol/alpha/version-breakdown', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/protocol/alpha/version-breakdown?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/protocol/alpha/version-breakdown?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/protocol/nobody/version-breakdown', 'No protocol'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect(JSON.stringify(response.body)).toContain(told)
})
