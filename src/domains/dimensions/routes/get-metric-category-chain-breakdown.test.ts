import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { day, proBody, putSmallWorld } from '../facts-for-tests.ts'
import { getMetricCategoryChainBreakdown } from './get-metric-category-chain-breakdown.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: a category by chain', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/category/derivatives/chain-breakdown')).toEqual([
    [day(400), { Solana: 7 }],
    [day(1), { Solana: 400, Base: 25 }],
    [day(0), { Solana: 500, Base: 20 }],
  ])
})

test('behavior: the answer is what the schema says', async () => {
  expect([
    ...Value.Errors(
      getMetricCategoryChainBreakdown.response,
      await proBody(app, '/api/v2/chart/dexs/category/derivatives/chain-breakdown'),
    ),
  ]).toEqual([])
})

test.each([
  [404, '/api/v2/chart/swaps/category/derivatives/chain-breakdown', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/category/derivatives/chain-breakdown?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/category/derivatives/chain-breakdown?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/category/none/chain-breakdown', 'category'],
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
