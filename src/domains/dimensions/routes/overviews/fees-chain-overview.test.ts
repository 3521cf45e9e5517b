import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { proBody, putFees } from '../../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putFees(app)
})

afterAll(() => app.stop())

test('default: one chain', async () => {
  expect(await proBody(app, '/api/overview/fees/base')).toMatchObject({
    chain: 'Base',
    total24h: 20,
    totalFees24h: 20,
    totalRevenue24h: 8,
    protocols: [
      { name: 'Base', fees24h: 500 },
      { name: 'Beta Swap', fees24h: 20, revenue24h: 8 },
    ],
  })
})

test('behavior: revenue on one chain, derived there', async () => {
  expect(await proBody(app, '/api/overview/fees/Ethereum?dataType=dailyRevenue')).toMatchObject({
    total24h: 25,
    total48hto24h: 15,
  })
})

test("behavior: holders' revenue of a chain with fees but none of it is an empty response", async () => {
  const holders = 'dataType=dailyHoldersRevenue'
  expect(await proBody(app, `/api/overview/fees/base?${holders}`)).toMatchObject({
    chain: 'Base',
    allChains: [],
    total24h: null,
    total7d: null,
    totalAllTime: null,
    protocols: [],
    totalDataChart: [],
    totalDataChartBreakdown: [],
  })
  expect(await proBody(app, `/api/v2/metrics/fees/chain/base?${holders}`)).toMatchObject({
    chain: 'Base',
    total24h: null,
  })
  expect(await proBody(app, `/api/v2/chart/fees/chain/base?${holders}`)).toEqual([])
  // No fees at all are known of Solana.
  expect((await app.get(`/api/overview/fees/solana?${holders}`, { pro: true })).status).toBe(404)
})

test('behavior: both roots agree', async () => {
  expect((await app.get('/overview/fees/base')).body).toEqual(
    await proBody(app, '/api/overview/fees/base'),
  )
})

test.each([
  [404, '/api/overview/fees/solana', 'allChains'],
  [400, '/api/overview/fees/base?dataType=fees', 'dailyFees'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect(JSON.stringify(response.body)).toContain(told)
})
