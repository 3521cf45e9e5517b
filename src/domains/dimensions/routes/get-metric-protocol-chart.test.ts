import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { day, proBody, putSmallWorld } from '../facts-for-tests.ts'
import { getMetricProtocolChart } from './get-metric-protocol-chart.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: one protocol on all its chains', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/protocol/alpha-v1')).toEqual([
    [day(30), 20],
    [day(7), 50],
    [day(1), 90],
    [day(0), 140],
  ])
})

test('behavior: a parent is the sum of its children; a late child is missing, not filled', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/protocol/alpha')).toEqual([
    [day(30), 20],
    [day(7), 50],
    [day(6), 30],
    [day(1), 150],
    [day(0), 140],
  ])
})

test('behavior: a double-counted protocol has a chart of its own', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/protocol/twin')).toEqual([
    [day(1), 900],
    [day(0), 900],
  ])
})

test('behavior: a former name leads to the present one', async () => {
  const answer = await app.get('/api/v2/chart/dexs/protocol/old-alpha', { pro: true })
  expect(answer.status).toBe(308)
  expect(answer.headers.location).toBe('alpha-v1')
})

test('behavior: the answer is what the schema says', async () => {
  expect([
    ...Value.Errors(
      getMetricProtocolChart.response,
      await proBody(app, '/api/v2/chart/dexs/protocol/alpha-v1'),
    ),
  ]).toEqual([])
})

test.each([
  [404, '/api/v2/chart/swaps/protocol/alpha-v1', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/protocol/alpha-v1?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/protocol/alpha-v1?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/protocol/alfa-v1', 'alpha-v1'],
  [404, '/api/v2/chart/dexs/protocol/silent', 'those that are measured'],
  [404, '/api/v2/chart/fees/protocol/alpha-v1', 'Nothing is known of fees'],
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
