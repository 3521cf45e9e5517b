import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { proBody, putSmallWorld } from '../facts-for-tests.ts'
import { getMetricCategory } from './get-metric-category.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: a category, with all there are', async () => {
  expect(await proBody(app, '/api/v2/metrics/dexs/category/dexs')).toMatchObject({
    category: 'Dexs',
    allCategories: ['Derivatives', 'Dexs', 'Real World Assets (RWA)'],
    chain: null,
    allChains: ['Solana', 'Ethereum', 'Base'],
    total24h: 720,
    totalAllTime: 1_342, // all but the 70 of Gamma
    change_1d: 25.22,
  })
})

test('behavior: a tag is a category', async () => {
  expect(await proBody(app, '/api/v2/metrics/dexs/category/Derivatives')).toMatchObject({
    category: 'Derivatives',
    total24h: 520,
  })
})

test('behavior: the answer is what the schema says', async () => {
  expect([
    ...Value.Errors(
      getMetricCategory.response,
      await proBody(app, '/api/v2/metrics/dexs/category/dexs'),
    ),
  ]).toEqual([])
})

test.each([
  [404, '/api/v2/metrics/dexs/category/dex-aggregator', 'allCategories'],
  [404, '/api/v2/metrics/dexs/category/dex', 'dexs'],
  [404, '/api/v2/metrics/swaps/category/dexs', 'There are fees'],
  [400, '/api/v2/metrics/dexs/category/dexs?dataType=x', 'dailyVolume, dailyNotionalVolume'],
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
