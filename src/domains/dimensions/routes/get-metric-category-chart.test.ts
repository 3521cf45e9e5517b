import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { day, proBody, putSmallWorld } from '../facts-for-tests.ts'
import { getMetricCategoryChart } from './get-metric-category-chart.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: the protocols of a category', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/category/dexs')).toEqual([
    [day(400), 7],
    [day(30), 20],
    [day(7), 50],
    [day(6), 30],
    [day(1), 575],
    [day(0), 660],
  ])
})

test('behavior: a tag is a category', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/category/derivatives')).toEqual([
    [day(400), 7],
    [day(1), 425],
    [day(0), 520],
  ])
})

test('behavior: a slug without its signs, or the name itself', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/category/real-world-assets-rwa')).toEqual([
    [day(400), 70],
  ])
})

test('behavior: the name itself', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/category/Real%20World%20Assets%20(RWA)')).toEqual([
    [day(400), 70],
  ])
})

test('behavior: the answer is what the schema says', async () => {
  expect([
    ...Value.Errors(
      getMetricCategoryChart.response,
      await proBody(app, '/api/v2/chart/dexs/category/dexs'),
    ),
  ]).toEqual([])
})

test.each([
  [404, '/api/v2/chart/swaps/category/dexs', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/category/dexs?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/category/dexs?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/category/dex-aggregator', 'allCategories'],
  [404, '/api/v2/chart/dexs/category/dex', 'dexs'],
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
