import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { dimensionDays } from '../../facts.ts'
import { day, proBody, putSmallWorld, rows } from '../../facts-for-tests.ts'

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

test('default: both kinds of volume of one protocol', async () => {
  expect(await proBody(app, '/api/summary/options/alpha-v1')).toMatchObject({
    name: 'Alpha V1',
    chains: ['Ethereum', 'Base'],
    total24h: 1_200,
    premiumVolume24h: 30,
    notionalVolume24h: 1_200,
    totalPremiumVolume: 50,
    totalNotionalVolume: 2_000,
    dailyPremiumVolume: [
      { date: day(1), volume: 20 },
      { date: day(0), volume: 30 },
    ],
    dailyNotionalVolume: [
      { date: day(1), volume: 800 },
      { date: day(0), volume: 1_200 },
    ],
  })
})

test('behavior: what was never reported is null', async () => {
  expect(
    await proBody(
      app,
      '/api/summary/options/beta-swap?dataType=dailyPremiumVolume&excludeTotalDataChart=true',
    ),
  ).toMatchObject({
    total24h: 9,
    notionalVolume24h: null,
    totalNotionalVolume: null,
    dailyNotionalVolume: [],
    dailyPremiumVolume: [],
  })
})

test('behavior: both roots agree', async () => {
  expect((await app.get('/summary/options/alpha-v1')).body).toEqual(
    await proBody(app, '/api/summary/options/alpha-v1'),
  )
})

test.each([
  [404, '/api/summary/options/beta-swap', 'Nothing is known of options'],
  [404, '/api/summary/options/nobody', 'No protocol'],
  [400, '/api/summary/options/alpha-v1?dataType=x', 'dailyNotionalVolume'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect(JSON.stringify(response.body)).toContain(told)
})
