import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { proBody, putFees } from '../../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putFees(app)
})

afterAll(() => app.stop())

interface Overview {
  protocols: Record<string, unknown>[]
}

test('default: fees, with revenue beside them; a chain has a row and is not in the total', async () => {
  const body = (await proBody(app, '/api/overview/fees')) as Overview
  // Revenue of Alpha V1 is derived: 100 − 75 = 25; Beta reported 8.
  expect(body).toMatchObject({
    total24h: 120,
    total48hto24h: 60,
    totalFees24h: 120,
    totalRevenue24h: 33,
    allChains: ['Ethereum', 'Base'],
  })
  expect(
    body.protocols.map(({ name, protocolType, fees24h, revenue24h }) => [
      name,
      protocolType,
      fees24h,
      revenue24h,
    ]),
  ).toEqual([
    ['Base', 'chain', 500, null],
    ['Alpha V1', 'protocol', 100, 25],
    ['Beta Swap', 'protocol', 20, 8],
  ])
  expect(body.protocols[0]).toMatchObject({
    id: 'chain#base',
    slug: 'base',
    category: 'Chain',
    breakdown24h: { Base: { Base: 500 } },
  })
  expect(body.protocols.map(({ hasLabelBreakdown }) => hasLabelBreakdown)).toEqual([
    false,
    true,
    false,
  ])
})

test('behavior: what was not reported is derived, and the methodology says so', async () => {
  const body = (await proBody(app, '/api/overview/fees?dataType=dailyRevenue')) as Overview
  expect(body).toMatchObject({ total24h: 33, total48hto24h: 15 })
  expect(
    body.protocols.map(({ name, total24h, methodology }) => [
      name,
      total24h,
      JSON.stringify(methodology).includes('dailyFees − dailySupplySideRevenue'),
    ]),
  ).toEqual([
    ['Alpha V1', 25, true],
    ['Beta Swap', 8, false],
  ])
})

test('behavior: holders follow from a derived revenue, where there is a token', async () => {
  // 25 − 10 = 15; Beta has no token.
  expect(await proBody(app, '/api/overview/fees?dataType=dailyHoldersRevenue')).toMatchObject({
    total24h: 15,
    protocols: [{ name: 'Alpha V1', total24h: 15 }],
  })
})

test('behavior: both roots agree', async () => {
  expect((await app.get('/overview/fees')).body).toEqual(await proBody(app, '/api/overview/fees'))
})

test.each([
  [400, '/api/overview/fees?dataType=dailyfees', 'dailyFees, dailyRevenue'],
  [400, '/api/overview/fees?excludeTotalDataChart=x', 'true or false'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect(JSON.stringify(response.body)).toContain(told)
})
