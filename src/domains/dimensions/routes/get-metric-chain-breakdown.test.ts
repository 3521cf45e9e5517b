import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { day, proBody, putSmallWorld } from '../facts-for-tests.ts'
import { getMetricChainBreakdown } from './get-metric-chain-breakdown.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: by chain; the chains of a day add up to the chart', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/chain-breakdown')).toEqual([
    [day(400), { Solana: 7, Base: 70 }],
    [day(30), { Ethereum: 20 }],
    [day(7), { Ethereum: 50 }],
    [day(6), { Ethereum: 30 }],
    [day(1), { Ethereum: 140, Base: 35, Solana: 400 }],
    [day(0), { Ethereum: 100, Base: 60, Solana: 500 }],
  ])
})

test('behavior: the answer is what the schema says', async () => {
  expect([
    ...Value.Errors(
      getMetricChainBreakdown.response,
      await proBody(app, '/api/v2/chart/dexs/chain-breakdown'),
    ),
  ]).toEqual([])
})

test.each([
  [404, '/api/v2/chart/swaps/chain-breakdown', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/chain-breakdown?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/chain-breakdown?start=soon', 'Unix seconds'],
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
