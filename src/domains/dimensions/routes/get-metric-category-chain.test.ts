import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { proBody, putSmallWorld } from '../facts-for-tests.ts'
import { getMetricCategoryChain } from './get-metric-category-chain.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: a category on one chain', async () => {
  expect(await proBody(app, '/api/v2/metrics/dexs/category/dexs/chain/base')).toMatchObject({
    category: 'Dexs',
    allCategories: ['Derivatives', 'Dexs', 'Real World Assets (RWA)'],
    chain: 'Base',
    allChains: ['Base'],
    total24h: 60,
    totalAllTime: 95,
    change_30dover30d: null,
  })
})

test('behavior: the answer is what the schema says', async () => {
  expect([
    ...Value.Errors(
      getMetricCategoryChain.response,
      await proBody(app, '/api/v2/metrics/dexs/category/dexs/chain/base'),
    ),
  ]).toEqual([])
})

test.each([
  [404, '/api/v2/metrics/dexs/category/derivatives/chain/ethereum', 'allChains'],
  [404, '/api/v2/metrics/dexs/category/none/chain/base', 'category'],
  [
    400,
    '/api/v2/metrics/dexs/category/dexs/chain/base?dataType=x',
    'dailyVolume, dailyNotionalVolume',
  ],
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
