import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { day, proBody, putSmallWorld } from '../facts-for-tests.ts'
import { getMetricProtocolVersionBreakdown } from './get-metric-protocol-version-breakdown.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: a parent by its children', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/protocol/alpha/version-breakdown')).toEqual([
    [day(30), { 'Alpha V1': 20 }],
    [day(7), { 'Alpha V1': 50 }],
    [day(6), { 'Alpha V2': 30 }],
    [day(1), { 'Alpha V1': 90, 'Alpha V2': 60 }],
    [day(0), { 'Alpha V1': 140 }],
  ])
})

test('behavior: a protocol by its own versions', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/protocol/beta-swap/version-breakdown')).toEqual([
    [day(400), { Spot: 7 }],
    [day(1), { Spot: 400, Pro: 25 }],
    [day(0), { Spot: 500, Pro: 20 }],
  ])
})

test('behavior: without versions it is its own only one', async () => {
  expect(await proBody(app, '/api/v2/chart/dexs/protocol/twin/version-breakdown')).toEqual([
    [day(1), { Twin: 900 }],
    [day(0), { Twin: 900 }],
  ])
})

test('behavior: the answer is what the schema says', async () => {
  expect([
    ...Value.Errors(
      getMetricProtocolVersionBreakdown.response,
      await proBody(app, '/api/v2/chart/dexs/protocol/alpha/version-breakdown'),
    ),
  ]).toEqual([])
})

test.each([
  [404, '/api/v2/chart/swaps/protocol/alpha/version-breakdown', 'There are fees'],
  [
    400,
    '/api/v2/chart/dexs/protocol/alpha/version-breakdown?dataType=DailyVolume',
    'dailyVolume, dailyNotionalVolume',
  ],
  [400, '/api/v2/chart/dexs/protocol/alpha/version-breakdown?start=soon', 'Unix seconds'],
  [404, '/api/v2/chart/dexs/protocol/nobody/version-breakdown', 'No protocol'],
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
