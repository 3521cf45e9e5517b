import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { day, proBody, putSmallWorld } from '../facts-for-tests.ts'
import { getMetricChart } from './get-metric-chart.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: each day what was reported, without double-counted protocols; no day is filled', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs')).toEqual([
    [day(400), 77],
    [day(30), 20],
    [day(7), 50],
    [day(6), 30],
    [day(1), 575],
    [day(0), 660],
  ])
})

test('behavior: start and end keep the days within, both included', async () => {
  expect(await proBody(app, `/api/v2/chart/dexs?start=${day(7)}&end=${day(1)}`)).toEqual([
    [day(7), 50],
    [day(6), 30],
    [day(1), 575],
  ])
  expect(await proBody(app, `/api/v2/chart/dexs?start=${day(0) + 1}`)).toEqual([])
})

test('behavior: a metric of which nothing is known has no points', async () => {
  expect(await proBody(app, '/api/v2/chart/liquidations')).toEqual([])
})

test('behavior: a running total begins with the first day, whatever part is shown', async () => {
  expect(await proBody(app, `/api/v2/chart/dexs?dataType=totalVolume&start=${day(1)}`)).toEqual([
    [day(1), 752], // 77 + 20 + 50 + 30 + 575
    [day(0), 1_412],
  ])
})

test('behavior: the answer is what the schema says', async () => {
  expect([
    ...Value.Errors(getMetricChart.response, await proBody(app, '/api/v2/chart/dexs')),
  ]).toEqual([])
})

test.each([
  [404, '/api/v2/chart/swaps', 'There are fees'],
  [400, '/api/v2/chart/dexs?dataType=DailyVolume', 'dailyVolume, dailyNotionalVolume'],
  [400, '/api/v2/chart/dexs?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/oracles', 'not_found'],
  [404, '/api/v2/chart/financial-statement', 'not_found'],
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
