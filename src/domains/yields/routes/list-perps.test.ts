import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { perpSamples } from '../facts.ts'
import { bodyOf, id, itemsOf, perpRow } from '../facts-for-tests.ts'
import { perpRecord } from '../records.ts'

const HOUR = 3_600
const DAY = 86_400
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  /** A sample some hours ago that tells of a funding. */
  const told = (hoursAgo: number, rate: number, settledHoursAgo: number) =>
    perpRow(id(1), NOW_SEC - hoursAgo * HOUR, {
      fundingRatePrevious: rate,
      fundingTimePreviousSec: NOW_SEC - settledHoursAgo * HOUR,
    })
  await app.put(perpSamples, [
    // Settled 29 days, 6 days, 12 h and 4 h ago; the last but one is told of twice. One of 31 days
    // ago is too old.
    told(31 * 24, 9, 31 * 24),
    told(29 * 24, 0.0005, 29 * 24 + 1),
    told(6 * 24, 0.0001, 6 * 24 + 1),
    told(10, 0.0002, 12),
    told(9, 0.0002, 12),
    perpRow(id(1), NOW_SEC - HOUR, {
      marketplace: 'Example Exchange',
      market: 'BTCUSDT',
      baseAsset: 'BTC',
      chain: 'hyperliquid',
      fundingRate: 0.000123456789,
      fundingRatePrevious: 0.0003,
      fundingTimePreviousSec: NOW_SEC - 4 * HOUR,
      nextFundingSec: NOW_SEC + 4 * HOUR,
      openInterestUsd: 51_144_394,
      indexPrice: 64_210.5,
      markPrice: 64_215,
    }),
    perpRow(id(2), NOW_SEC - 3 * HOUR, {
      marketplace: 'Other Venue',
      market: 'ETH-PERP',
      baseAsset: 'ETH',
      openInterestUsd: 90e6,
      fundingRate: -1e-7,
    }),
    perpRow(id(3), NOW_SEC - 3 * HOUR - 1, { market: 'TOO-OLD' }),
    perpRow(id(4), NOW_SEC, { market: 'ETHUSDT', baseAsset: 'ETH' }),
    { ...perpRow(id(4), NOW_SEC, { market: 'WRONG', fundingRate: 5 }), quality: 'held' },
  ])
})

afterAll(() => app.stop())

const list = (query = '') => itemsOf<{ pool: string }>(app, `/yields/perps${query}`, { pro: true })
const numbersOf = (items: readonly { pool: string }[]) =>
  items.map(({ pool }) => Number(pool.slice(-12)))

test('default: markets measured in the last three hours, most open interest first, unknown last', async () => {
  const body = await bodyOf<{ data: { pool: string }[] }>(app, '/yields/perps', { pro: true })
  expect(numbersOf(body.data)).toEqual([2, 1, 4])
  for (const item of body.data) expect([...Value.Errors(perpRecord.schema, item)]).toEqual([])
})

test('behavior: an item has both sets of names', async () => {
  expect((await list())[1]).toEqual({
    pool: id(1),
    chain: 'Hyperliquid L1',
    project: 'Example Exchange',
    symbol: 'BTCUSDT',
    fundingRate: 0.0001234568,
    // 6 days, 12 h and 4 h ago: 0.0001 + 0.0002 + 0.0003 = 0.0006; ÷ 3.
    fundingRate7dAvg: 0.0002,
    // With the 0.0005 of 29 days ago: 0.0011 ÷ 4.
    fundingRate30dAvg: 0.000275,
    openInterest: 51_144_394,
    indexPrice: 64_210.5,
    markPrice: 64_215,
    nextFundingTime: '2026-01-14T16:00:00.000Z',
    perp_id: id(1),
    timestamp: '2026-01-14T11:00:00.000Z',
    marketplace: 'Example Exchange',
    market: 'BTCUSDT',
    baseAsset: 'BTC',
    fundingRatePrevious: 0.0003,
    fundingTimePrevious: (NOW_SEC - 4 * HOUR) * 1000,
    fundingRate7dAverage: 0.0002,
    fundingRate7dSum: 0.0006,
    fundingRate30dAverage: 0.000275,
    fundingRate30dSum: 0.0011,
  })
})

test('behavior: what is not known is null', async () => {
  expect((await list())[2]).toMatchObject({
    chain: null,
    symbol: 'ETHUSDT',
    fundingRate7dAvg: null,
    fundingRate30dAvg: null,
    fundingRate7dSum: null,
    fundingRate30dSum: null,
    openInterest: null,
    indexPrice: null,
    markPrice: null,
    nextFundingTime: null,
    fundingRatePrevious: null,
    fundingTimePrevious: null,
  })
})

describe('filters', () => {
  test.each([
    ['chain', '?chain=hyperliquid', [1]],
    ['project', '?project=other%20venue', [2]],
    ['project by slug, several', '?project=other-venue,example-exchange', [2, 1, 4]],
    ['symbol of the market', '?symbol=ethusdt', [4]],
    ['symbol of what is traded', '?symbol=ETH', [2, 4]],
    ['a symbol that nobody has', '?symbol=NOPE', []],
    ['limit', '?limit=1', [2]],
  ])('behavior: %s', async (_, query, expected) => {
    expect(numbersOf(await list(query))).toEqual(expected)
  })

  test('behavior: fields keeps the named members', async () => {
    expect(await list('?fields=market,fundingRate&limit=1')).toEqual([
      { market: 'ETH-PERP', fundingRate: -1e-7 },
    ])
  })
})

test('behavior: a correction counts, and what is told of it', async () => {
  const row = (rate: number) =>
    perpRow(id(7), NOW_SEC - HOUR, {
      market: 'FIX',
      fundingRatePrevious: rate,
      fundingTimePreviousSec: NOW_SEC - DAY,
    })
  await app.put(perpSamples, [row(0.5)])
  expect(await list('?symbol=FIX&fields=fundingRate7dSum')).toEqual([{ fundingRate7dSum: 0.5 }])
  await app.put(perpSamples, [row(0.25)])
  expect(await list('?symbol=FIX&fields=fundingRate7dSum')).toEqual([{ fundingRate7dSum: 0.25 }])
})

test.each(['limit=-1', 'limit=abc', 'limit=0', 'limit=100001'])(
  'error: 400 for %s',
  async (query) => {
    expect(await app.get(`/yields/perps?${query}`, { pro: true })).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
  },
)

test.each([
  ['chain', 'chain=etherium', ['Ethereum']],
  ['project', 'project=Example%20Exchang', ['Example Exchange']],
])('error: 404 with near names for an unknown %s', async (_, query, suggestions) => {
  expect(await app.get(`/yields/perps?${query}`, { pro: true })).toMatchObject({
    status: 404,
    body: { error: 'not_found', suggestions: expect.arrayContaining(suggestions) },
  })
})
