import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { day, proBody, putSmallWorld } from '../facts-for-tests.ts'
import { getMetricCategoryProtocolBreakdown } from './get-metric-category-protocol-breakdown.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: the protocols of one category', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/category/dexs/protocol-breakdown')).toEqual([
    [day(400), { 'Beta Swap': 7 }],
    [day(30), { 'Alpha V1': 20 }],
    [day(7), { 'Alpha V1': 50 }],
    [day(6), { 'Alpha V2': 30 }],
    [day(1), { 'Alpha V1': 90, 'Alpha V2': 60, 'Beta Swap': 425 }],
    [day(0), { 'Alpha V1': 140, 'Beta Swap': 520 }],
  ])
})

test('behavior: the answer is what the schema says', async () => {
  expect([
    ...Value.Errors(
      getMetricCategoryProtocolBreakdown.response,
      await proBody(app, '/api/v2/chart/dexs/category/dexs/protocol-breakdown'),
    ),
  ]).toEqual([])
})

test.each([
  [404, '/api/v2/chart/swaps/category/dexs/protocol-breakdown', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/category/dexs/protocol-breakdown?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/category/dexs/protocol-breakdown?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/category/none/protocol-breakdown', 'category'],
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
