import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { dimensionDays } from '../../facts.ts'
import { proBody, putSmallWorld, rows } from '../../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
  await app.put(dimensionDays, [
    ...rows('1', { 0: 1_000, 1: 800 }, { metric: 'options', dataType: 'dailyNotionalVolume' }),
    ...rows('1', { 0: 30, 1: 20 }, { metric: 'options', dataType: 'dailyPremiumVolume' }),
    ...rows('1', { 0: 200 }, { metric: 'options', dataType: 'dailyNotionalVolume', chain: 'base' }),
    ...rows('3', { 0: 9 }, { metric: 'options', dataType: 'dailyPremiumVolume', chain: 'base' }),
  ])
})

afterAll(() => app.stop())

test('default: notional volume, with premiums beside it', async () => {
  const body = (await proBody(app, '/api/overview/options')) as {
    protocols: Record<string, unknown>[]
  }
  expect(body).toMatchObject({
    total24h: 1_200,
    total48hto24h: 800,
    change_1d: 50,
    totalNotionalVolume: 2_000,
    totalPremiumVolume: 59,
  })
  // Beta has no notional volume, so it is no row of it.
  expect(body.protocols).toHaveLength(1)
  expect(body.protocols[0]).toMatchObject({
    name: 'Alpha V1',
    notionalVolume24h: 1_200,
    premiumVolume24h: 30,
  })
})

test('behavior: premiums when they are requested', async () => {
  const body = (await proBody(app, '/api/overview/options?dataType=dailyPremiumVolume')) as {
    protocols: Record<string, unknown>[]
  }
  expect(body).toMatchObject({
    total24h: 39,
    totalAllTime: 59,
    totalNotionalVolume: 2_000,
    totalPremiumVolume: 59,
  })
  expect(
    body.protocols.map(({ name, premiumVolume24h, notionalVolume24h }) => [
      name,
      premiumVolume24h,
      notionalVolume24h,
    ]),
  ).toEqual([
    ['Alpha V1', 30, 1_200],
    ['Beta Swap', 9, null],
  ])
})

test('behavior: both roots agree', async () => {
  expect((await app.get('/overview/options')).body).toEqual(
    await proBody(app, '/api/overview/options'),
  )
})

test.each([
  [
    400,
    '/api/overview/options?dataType=dailypremiumvolume',
    'dailyNotionalVolume, dailyPremiumVolume',
  ],
  [400, '/api/overview/options?excludeTotalDataChartBreakdown=no', 'true or false'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect(JSON.stringify(response.body)).toContain(told)
})
