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

test('default: one chain, in both kinds of volume', async () => {
  const body = (await proBody(app, '/api/overview/options/base')) as {
    protocols: Record<string, unknown>[]
  }
  expect(body).toMatchObject({
    chain: 'Base',
    total24h: 200,
    totalNotionalVolume: 200,
    totalPremiumVolume: 9,
  })
  expect(body.protocols).toMatchObject([
    { name: 'Alpha V1', notionalVolume24h: 200, premiumVolume24h: null },
  ])
})

test('behavior: premiums on one chain', async () => {
  expect(
    await proBody(app, '/api/overview/options/Base?dataType=dailyPremiumVolume'),
  ).toMatchObject({
    total24h: 9,
    protocols: [{ name: 'Beta Swap' }],
  })
})

test('behavior: both roots agree', async () => {
  expect((await app.get('/overview/options/base')).body).toEqual(
    await proBody(app, '/api/overview/options/base'),
  )
})

test.each([
  [404, '/api/overview/options/solana', 'allChains'],
  [400, '/api/overview/options/base?dataType=x', 'dailyNotionalVolume'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect(JSON.stringify(response.body)).toContain(told)
})
