import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { day, proBody, putSmallWorld } from '../facts-for-tests.ts'
import { getMetricCategoryChainChart } from './get-metric-category-chain-chart.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: a category on one chain', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/category/dexs/chain/base')).toEqual([
    [day(1), 35],
    [day(0), 60],
  ])
})

test('behavior: a tag on one chain', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/category/derivatives/chain/base')).toEqual([
    [day(1), 25],
    [day(0), 20],
  ])
})

test('behavior: the answer is what the schema says', async () => {
  expect([
    ...Value.Errors(
      getMetricCategoryChainChart.response,
      await proBody(app, '/api/v2/chart/dexs/category/dexs/chain/base'),
    ),
  ]).toEqual([])
})

test.each([
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
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
