import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { proBody, putSmallWorld } from '../facts-for-tests.ts'
import { getMetricProtocol } from './get-metric-protocol.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putSmallWorld(app)
})

afterAll(() => app.stop())

test('default: a parent with the sum of its children', async () => {
  expect(await proBody(app, '/api/v2/metrics/dexs/protocol/alpha')).toMatchObject({
    id: 'parent#alpha',
    name: 'Alpha',
    slug: 'alpha',
    category: null,
    chains: ['Ethereum', 'Base'],
    childProtocols: [
      { name: 'Alpha V1', serviceId: '1' },
      { name: 'Alpha V2', serviceId: '2' },
    ],
    total24h: 200, // 140, and 60 of the late child
    total48hto24h: 150,
    total7d: 320,
    total30d: 370,
    total1y: 390,
    change_1d: 33.33,
    change_7d: 300,
    change_1m: 900,
  })
})

test('behavior: a protocol by slug or number', async () => {
  const bySlug = await proBody(app, '/api/v2/metrics/dexs/protocol/alpha-v1')
  expect(bySlug).toMatchObject({
    id: '1',
    address: 'ethereum:0x01',
    parentProtocol: 'parent#alpha',
    childProtocols: [],
    total24h: 140,
  })
  expect(await proBody(app, '/api/v2/metrics/dexs/protocol/1')).toEqual(bySlug)
})

test('behavior: coverage of one is all or nothing', async () => {
  expect(
    (await app.get('/api/v2/metrics/dexs/protocol/alpha-v1', { pro: true })).headers['x-coverage'],
  ).toBe('1.0000')
  expect(
    (await app.get('/api/v2/metrics/dexs/protocol/alpha-v2', { pro: true })).headers['x-coverage'],
  ).toBe('0.0000')
})

test('behavior: the answer is what the schema says', async () => {
  expect([
    ...Value.Errors(
      getMetricProtocol.response,
      await proBody(app, '/api/v2/metrics/dexs/protocol/alpha'),
    ),
  ]).toEqual([])
})

test.each([
  [404, '/api/v2/metrics/dexs/protocol/alfa', 'alpha'],
  [404, '/api/v2/metrics/dexs/protocol/silent', 'those that are measured'],
  [404, '/api/v2/metrics/swaps/protocol/alpha', 'There are fees'],
  [400, '/api/v2/metrics/dexs/protocol/alpha?dataType=x', 'dailyVolume, dailyNotionalVolume'],
])('error: %i for %s', async (status, url, told) => {
  const answer = await app.get(url, { pro: true })
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body)).toContain(told)
})
