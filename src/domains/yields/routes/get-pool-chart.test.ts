import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { prices } from '../../coins/public.ts'
import { yieldPools, yieldSamples } from '../facts.ts'
import { at, bodyOf, id, itemsOf, poolRow, sampleRow } from '../facts-for-tests.ts'

const UNKNOWN = 'abcdefab-0000-5000-8000-00000000abcd'
const MIXED_CASE = '9E49962d-df49-5f95-ab00-8a8575913c72'
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(yieldPools, [poolRow(id(1)), poolRow(id(2))])
  await app.put(prices, [
    { coin: 'aggregator:bitcoin', atSec: NOW_SEC - 600, priceUsd: 64_000, confidence: 0.9 },
  ])
  await app.put(yieldSamples, [
    sampleRow(id(1), at(0, 11), {
      tvlUsd: 30_000.4,
      apyPct: 3.1234567,
      apyBasePct: 2,
      apyRewardPct: 1.1234567,
      il7dPct: -0.1234567,
      apyBase7dPct: 1.9,
      pricePerShare: 1.0123456789,
    }),
    sampleRow(id(1), at(9, 23), { tvlUsd: 10_000, apyPct: 1 }),
    sampleRow(id(1), at(9, 1), { tvlUsd: 500_000, apyPct: 900 }),
    // The last second of a day, and the first of the next.
    sampleRow(id(1), at(4) - 1, { tvlUsd: 20_000, apyPct: 2 }),
    sampleRow(id(1), at(4), { tvlUsd: 21_000, apyPct: 2.5 }),
    { ...sampleRow(id(1), at(0, 12), { tvlUsd: 9e10 }), quality: 'held' },
    sampleRow(MIXED_CASE.toLowerCase(), at(0, 11), { apyPct: 7 }),
  ])
  // A correction of the day's last record, and a late record that is not the day's last.
  await app.put(yieldSamples, [
    sampleRow(id(1), at(9, 23), { tvlUsd: 11_000, apyPct: 1.5 }),
    sampleRow(id(1), at(4, -10), { apyPct: 800 }),
  ])
})

afterAll(() => app.stop())

const nothing = { apyBase: null, apyReward: null, il7d: null, apyBase7d: null, pricePerShare: null }

test('default: the last record of each UTC day, oldest first', async () => {
  const body = await bodyOf(app, `/chart/${id(1)}`)
  expect(body).toEqual({
    status: 'success',
    data: [
      { timestamp: '2026-01-05T23:00:00.000Z', tvlUsd: 11_000, apy: 1.5, ...nothing },
      { timestamp: '2026-01-09T23:59:59.000Z', tvlUsd: 20_000, apy: 2, ...nothing },
      { timestamp: '2026-01-10T00:00:00.000Z', tvlUsd: 21_000, apy: 2.5, ...nothing },
      {
        timestamp: '2026-01-14T11:00:00.000Z',
        tvlUsd: 30_000,
        apy: 3.12346,
        apyBase: 2,
        apyReward: 1.12346,
        il7d: -0.12346,
        apyBase7d: 1.9,
        pricePerShare: 1.0123456789,
      },
    ],
  })
})

test('behavior: the pro root says the same', async () => {
  expect(await bodyOf(app, `/yields/chart/${id(1)}`, { pro: true })).toEqual(
    await bodyOf(app, `/chart/${id(1)}`),
  )
})

test('behavior: an id in capitals is the same id', async () => {
  expect(await itemsOf(app, `/chart/${MIXED_CASE}`)).toMatchObject([{ apy: 7 }])
  expect(
    await itemsOf(app, `/yields/chart/${MIXED_CASE.toUpperCase()}`, { pro: true }),
  ).toMatchObject([{ apy: 7 }])
})

describe('the path that is shared with price charts', () => {
  test('behavior: whatever is no UUID requests coins', async () => {
    expect(
      await bodyOf(app, '/chart/aggregator:bitcoin?period=1h&span=1&searchWidth=1h'),
    ).toMatchObject({
      coins: { 'aggregator:bitcoin': { prices: [{ price: 64_000 }] } },
    })
    expect(await bodyOf(app, '/chart/no-such-thing')).toEqual({ coins: {} })
    expect(await bodyOf(app, `/chart/${id(1)}0`)).toEqual({ coins: {} })
    expect(await bodyOf(app, `/chart/${id(1)},${id(1)}`)).toEqual({ coins: {} })
    expect(await bodyOf(app, `/chart/x${id(1)}`)).toEqual({ coins: {} })
  })

  test('behavior: a trailing slash, a query and HEAD do not change whose it is', async () => {
    expect(await itemsOf(app, `/chart/${id(1)}/`)).toHaveLength(4)
    expect(await itemsOf(app, `/chart/${id(1)}?span=2&period=1d`)).toHaveLength(4)
    expect((await app.get(`/chart/${id(1)}`, { method: 'HEAD' })).status).toBe(200)
  })

  test('behavior: other methods are refused for both', async () => {
    expect((await app.get(`/chart/${id(1)}`, { method: 'DELETE' })).status).toBe(405)
    expect((await app.get('/chart/aggregator:bitcoin', { method: 'DELETE' })).status).toBe(405)
  })
})

test.each([
  ['free', `/chart/${UNKNOWN}`, false],
  ['pro', `/yields/chart/${UNKNOWN}`, true],
  ['of a pool that was described and never measured', `/chart/${id(2)}`, false],
])('error: 404 for an unknown id, %s', async (_, url, pro) => {
  expect(await app.get(url, { pro })).toMatchObject({
    status: 404,
    body: { error: 'not_found', status: 404, message: expect.stringContaining('GET /pools') },
  })
})

test.each([
  'abc',
  '0',
  `${id(1)}0`,
  id(1).slice(1),
  id(1).replace('5', 'g'),
  'aggregator:bitcoin',
  `${id(1)},${id(1)}`,
  "'; DROP TABLE x",
  '%00',
  'x'.repeat(5_000),
])('error: 400 on the pro root for %j', async (text) => {
  const { status, body } = await app.get(
    `/yields/chart/${text === '%00' ? text : encodeURIComponent(text)}`,
    { pro: true },
  )
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter', message: expect.stringContaining('`pool`') },
  })
})
