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

test('default: one exchange', async () => {
  expect(await proBody(app, '/api/summary/derivatives/alpha-v1')).toMatchObject({
    id: '1',
    total24h: 300,
    total48hto24h: 200,
    total7d: 500,
    totalAllTime: 500,
    change_1d: 50,
    totalDataChart: [
      [day(1), 200],
      [day(0), 300],
    ],
    totalDataChartBreakdown: [
      [day(1), { Ethereum: { 'Alpha V1': 200 } }],
      [day(0), { Ethereum: { 'Alpha V1': 300 } }],
    ],
  })
})

test.each([
  [404, '/api/summary/derivatives/alpha-v2', 'Nothing is known of derivatives'],
  [404, '/api/summary/derivatives/nobody', 'No protocol'],
  [400, '/api/summary/derivatives/alpha-v1?dataType=x', 'dailyVolume'],
])('error: %i for %s', async (status, url, told) => {
  const response = await app.get(url, { pro: true })
  expect(response.status).toBe(status)
  expect(JSON.stringify(response.body)).toContain(told)
})
