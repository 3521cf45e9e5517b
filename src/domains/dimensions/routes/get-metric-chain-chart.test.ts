import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { day, proBody, putSmallWorld } from '../facts-for-tests.ts'
import { getMetricChainChart } from './get-metric-chain-chart.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: one chain, by any of its names', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/chain/Base')).toEqual([
    [day(400), 70],
    [day(1), 35],
    [day(0), 60],
  ])
})

test('behavior: the chain by name, key or number', async () => {
  const named = await proBody(app, '/api/v2/chart/dexs/chain/Base')
  expect(await proBody(app, '/api/v2/chart/dexs/chain/base')).toEqual(named)
  expect(await proBody(app, '/api/v2/chart/dexs/chain/8453')).toEqual(named)
})

test('behavior: the answer is what the schema says', async () => {
  expect([
    ...Value.Errors(
      getMetricChainChart.response,
      await proBody(app, '/api/v2/chart/dexs/chain/Base'),
    ),
  ]).toEqual([])
})

test.each([
  [404, '/api/v2/chart/swaps/chain/Base', 'There are fees'],
  [400, '/api/v2/chart/dexs/chain/Base?dataType=DailyVolume', 'dailyVolume, dailyNotionalVolume'],
  [400, '/api/v2/chart/dexs/chain/Base?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/chain/Bsae', 'Base'],
  [404, '/api/v2/chart/dexs/chain/Celo', 'allChains'],
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
