import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { day, proBody, putSmallWorld } from '../facts-for-tests.ts'
import { getMetricCategoryChainProtocolBreakdown } from './get-metric-category-chain-protocol-breakdown.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: the protocols of one category on one chain', async () => {
  expect(
    await proBody(app, '/api/v2/chart/dexs/category/dexs/chain/base/protocol-breakdown'),
  ).toEqual([
    [day(1), { 'Alpha V1': 10, 'Beta Swap': 25 }],
    [day(0), { 'Alpha V1': 40, 'Beta Swap': 20 }],
  ])
})

test('behavior: the answer is what the schema says', async () => {
  expect([
    ...Value.Errors(
      getMetricCategoryChainProtocolBreakdown.response,
      await proBody(app, '/api/v2/chart/dexs/category/dexs/chain/base/protocol-breakdown'),
    ),
  ]).toEqual([])
})

test.each([
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
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
