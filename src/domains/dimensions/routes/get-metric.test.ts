import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { proBody, putSmallWorld, smallWorldTotals } from '../facts-for-tests.ts'
import { getMetric } from './get-metric.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: the totals of the overview, without charts and rows', async () => {
  expect(await proBody(app, '/api/v2/metrics/dexs')).toEqual({
    chain: null,
    allChains: ['Solana', 'Ethereum', 'Base'],
    ...smallWorldTotals,
  })
})

test('behavior: every view of a total is the same', async () => {
  const old = (await proBody(app, '/api/overview/dexs')) as object
  expect(old).toMatchObject((await proBody(app, '/api/v2/metrics/dexs')) as object)
})

test('behavior: coverage is told', async () => {
  expect((await app.get('/api/v2/metrics/dexs', { pro: true })).headers['x-coverage']).toBe(
    '0.9316',
  )
})

test('behavior: a metric of which nothing is known has nulls, no zeros and no coverage', async () => {
  const { body, headers } = await app.get(
    '/api/v2/metrics/liquidations?dataType=dailyLiquidationVolume',
    { pro: true },
  )
  expect(body).toMatchObject({
    allChains: [],
    total24h: null,
    total7d: null,
    totalAllTime: null,
    change_1d: null,
  })
  expect(headers['x-coverage']).toBeUndefined()
})

test('behavior: the answer is what the schema says', async () => {
  expect([...Value.Errors(getMetric.response, await proBody(app, '/api/v2/metrics/dexs'))]).toEqual(
    [],
  )
})

test.each([
  [404, '/api/v2/metrics/swaps', 'There are fees'],
  [400, '/api/v2/metrics/dexs?dataType=dailyvolume', 'dailyVolume, dailyNotionalVolume'],
  [404, '/api/v2/metrics/tvl', 'not_found'],
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
