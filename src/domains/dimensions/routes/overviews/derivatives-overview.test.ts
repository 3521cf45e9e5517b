import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../../test/support/test-app.ts'
import { dimensionDays } from '../../facts.ts'
import { day, proBody, putSmallWorld, rows } from '../../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
  await app.put(dimensionDays, [
    ...rows('1', { 0: 300, 1: 200 }, { metric: 'derivatives' }),
    ...rows('3', { 0: 50 }, { metric: 'derivatives', chain: 'base' }),
  ])
})

afterAll(() => app.stop())

test('default: the volume of derivatives, and of nothing else', async () => {
  expect(await proBody(app, '/api/overview/derivatives')).toMatchObject({
    total24h: 350,
    total48hto24h: 200,
    change_1d: 75,
    allChains: ['Ethereum', 'Base'],
    protocols: [{ name: 'Alpha V1' }, { name: 'Beta Swap' }],
    totalDataChart: [
      [day(1), 200],
      [day(0), 350],
    ],
  })
})

test.each([
  [400, '/api/overview/derivatives?dataType=x', 'dailyVolume, dailyNotionalVolume'],
  [400, '/api/overview/derivatives?excludeTotalDataChart=x', 'true or false'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect(JSON.stringify(response.body)).toContain(told)
})
