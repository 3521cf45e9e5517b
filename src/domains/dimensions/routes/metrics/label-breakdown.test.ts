import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { dimensionDays } from '../../facts.ts'
import { day, proBody, putSmallWorld, rows } from '../../facts-for-tests.ts'
import { metricRoutes } from './metric-routes.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
  const fees = (values: Record<number, number>, label: string, chain = 'ethereum') =>
    rows('1', values, { metric: 'fees', dataType: 'dailyFees', label, chain })
  await app.put(dimensionDays, [
    ...fees({ 0: 70, 1: 60.4 }, 'Token Swap Fees'),
    ...fees({ 0: 7.6 }, 'Token Swap Fees', 'base'),
    ...fees({ 0: 5 }, 'Flashloan Fees'),
    ...fees({ 0: 2, 2: 9 }, ''),
    ...rows('1', { 0: 50 }, { metric: 'fees', dataType: 'dailySupplySideRevenue' }),
    ...rows('2', { 0: 1_000 }, { metric: 'fees', dataType: 'dailyFees', label: 'Token Swap Fees' }),
  ])
})

afterAll(() => app.stop())

const route = metricRoutes.find(({ id }) => id === 'dimensions.getMetricProtocolLabelBreakdown')
const path = '/api/v2/chart/fees/protocol/alpha-v1/label-breakdown'

test('default: by label over all chains; what has none stands under Other, and all add up to the chart', async () => {
  // D: 70 + 8 of swaps, 5 of loans, 2 without a label.
  expect(await proBody(app, path)).toEqual([
    [day(2), { Other: 9 }],
    [day(1), { 'Token Swap Fees': 60 }],
    [day(0), { Other: 2, 'Flashloan Fees': 5, 'Token Swap Fees': 78 }],
  ])
  expect(await proBody(app, '/api/v2/chart/fees/protocol/alpha-v1')).toEqual([
    [day(2), 9],
    [day(1), 60],
    [day(0), 85],
  ])
})

test('behavior: a parent has the labels of all its children', async () => {
  const body = (await proBody(
    app,
    '/api/v2/chart/fees/protocol/alpha/label-breakdown',
  )) as unknown[]
  expect(body.at(-1)).toEqual([day(0), { Other: 2, 'Flashloan Fees': 5, 'Token Swap Fees': 1_078 }])
})

test('behavior: a derived value has no label of its own', async () => {
  // Revenue on ethereum: (70 + 5 + 2) − 50 = 27.
  expect(await proBody(app, `${path}?dataType=dailyRevenue`)).toEqual([[day(0), { Other: 27 }]])
})

test('behavior: start and end keep the days within', async () => {
  expect(await proBody(app, `${path}?start=${day(1)}&end=${day(1)}`)).toEqual([
    [day(1), { 'Token Swap Fees': 60 }],
  ])
})

test('behavior: the response is what the schema says', async () => {
  expect([...Value.Errors(route?.response ?? {}, await proBody(app, path))]).toEqual([])
})

test.each([
  [400, '/api/v2/chart/dexs/protocol/alpha-v1/label-breakdown', 'must be one of fees'],
  [404, '/api/v2/chart/fee/protocol/alpha-v1/label-breakdown', 'fees'],
  [404, '/api/v2/chart/fees/protocol/nobody/label-breakdown', 'No protocol'],
  [404, '/api/v2/chart/fees/protocol/beta-swap/label-breakdown', 'Nothing is known of fees'],
  [400, '/api/v2/chart/fees/protocol/alpha-v1/label-breakdown?dataType=fees', 'dailyFees'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect(JSON.stringify(response.body)).toContain(told)
})
