import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { bodyOf, daysAgo } from '../facts-for-tests.ts'
import { putWorld } from '../world-for-tests.ts'
import { getInstitution } from './get-institution.ts'
import { listInstitutions } from './list-institutions.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putWorld(app)
})

afterAll(() => app.stop())

const detail = (symbol: string) =>
  bodyOf<Record<string, unknown>>(app, `/dat/institutions/${symbol}`, getInstitution)

test('default: treasury, market and histories of an institution', async () => {
  const { transactions, ...body } = await detail('AAA')
  expect(body).toEqual({
    institutionId: 1,
    ticker: 'AAA',
    name: 'AAA Inc.',
    type: 'Stock',
    rank: 1,
    price: 12,
    priceChange24h: 20,
    volume24h: 500,
    // 100, 110, 120 shares before the split of two for one.
    fd_realized: '200',
    fd_realistic: '220',
    fd_max: '240',
    mcap_realized: 2_400,
    mcap_realistic: 2_640,
    mcap_max: 2_880,
    // Over 3 × 130 + 9 × 10 = 480.
    realized_mNAV: 5,
    realistic_mNAV: 5.5,
    max_mNAV: 6,
    totalCost: 352.5,
    totalUsdValue: 480,
    assets: {
      bitcoin: { amount: 3, avgPrice: 87.5, usdValue: 390, cost: 262.5 },
      ethereum: { amount: 9, avgPrice: 10, usdValue: 90, cost: 90 },
    },
    assetsMeta: {
      bitcoin: { name: 'Bitcoin', ticker: 'BTC' },
      ethereum: { name: null, ticker: 'ETH' },
    },
    // Prices before the split are halved, volumes doubled.
    ohlcv: [
      [daysAgo(9), 15, 15.5, 14.5, 15, 2],
      [daysAgo(2), 10, 10.5, 9.5, 10, 600],
      [daysAgo(1), 12, 13, 11, 12, 500],
    ],
    // 2 × 100; 4 × 110; 3 × 120 + 9 × 10; 3 × 130 + 9 × 10.
    assetValue: [
      [daysAgo(3), 200],
      [daysAgo(2), 440],
      [daysAgo(1), 450],
      [daysAgo(0), 480],
    ],
    stats: [
      [daysAgo(2), 200, 220, 240, 2_000, 2_200, 2_400, 2_000 / 440, 5, 2_400 / 440],
      [daysAgo(1), 200, 220, 240, 2_400, 2_640, 2_880, 2_400 / 450, 2_640 / 450, 6.4],
    ],
    lastUpdated: '2026-01-14T12:00:00.000Z',
  })
  expect((transactions as { id: number }[]).map(({ id }) => id)).toEqual([6, 3, 5, 4, 2, 1])
})

test('default: transactions with their sources, those that do not count too', async () => {
  const { transactions } = await detail('AAA')
  const byId = new Map((transactions as { id: number }[]).map((row) => [row.id, row]))
  expect(byId.get(1)).toEqual({
    id: 1,
    asset: 'bitcoin',
    amount: '2',
    avg_price: '75',
    usd_value: '150',
    start_date: '2026-01-10',
    end_date: '2026-01-11',
    report_date: '2026-01-13',
    type: 'purchase',
    source_type: 'filing',
    source_url: null,
    source_note: null,
    is_approved: true,
    reject_reason: null,
    last_updated: '2026-01-14T12:00:00.000Z',
    ticker: 'AAA',
    assetName: 'Bitcoin',
    assetTicker: 'BTC',
  })
  expect(byId.get(2)).toMatchObject({ avg_price: '100', usd_value: '200', start_date: null })
  expect(byId.get(4)).toMatchObject({ is_approved: false, reject_reason: 'A rumour.' })
})

test('behavior: a listing in another currency is in US dollars; a day without a rate has no bar', async () => {
  expect(await detail('CCC')).toMatchObject({
    price: 6,
    rank: 3,
    ohlcv: [[daysAgo(1), 6, 8, 4, 6, 70]],
    fd_realized: null,
    mcap_realized: null,
    // The price of ethereum is known since yesterday, and today that of yesterday.
    assetValue: [
      [daysAgo(3), null],
      [daysAgo(2), null],
      [daysAgo(1), 40],
      [daysAgo(0), 40],
    ],
    stats: [[daysAgo(1), null, null, null, null, null, null, null, null, null]],
  })
})

test('behavior: not listed, all sold: no price, a value of 0, no mNAV', async () => {
  expect(await detail('DDD')).toMatchObject({
    rank: 4,
    price: null,
    fd_realized: '7',
    fd_realistic: null,
    totalUsdValue: 0,
    totalCost: 0,
    realized_mNAV: null,
    assets: {},
    assetsMeta: { bitcoin: { ticker: 'BTC' } },
    ohlcv: [],
    stats: [],
    // Bought five days ago, before any price was known, and sold the day after.
    assetValue: [[daysAgo(5), null], ...[4, 3, 2, 1, 0].map((ago) => [daysAgo(ago), 0])],
  })
})

test('behavior: a symbol is found in any case; of two with one ticker the country tells', async () => {
  expect(await detail('aaa')).toMatchObject({ institutionId: 1 })
  expect(await detail('Aaa.us')).toMatchObject({ institutionId: 1 })
  expect(await detail('AAA.CA')).toMatchObject({
    institutionId: 5,
    rank: 5,
    totalUsdValue: null,
    totalCost: null,
    assetValue: [],
    transactions: [],
    lastUpdated: null,
  })
})

test('behavior: the list tells the same', async () => {
  const list = await bodyOf<{ institutionMetadata: Record<string, Record<string, unknown>> }>(
    app,
    '/dat/institutions',
    listInstitutions,
  )
  for (const symbol of ['AAA', 'BBB', 'CCC', 'DDD', 'AAA.CA']) {
    const body = await detail(symbol)
    const {
      price,
      priceChange24h,
      volume24h,
      realized_mNAV,
      realistic_mNAV,
      max_mNAV,
      totalCost,
      totalUsdValue,
    } = body
    expect(list.institutionMetadata[String(body.institutionId)]).toMatchObject({
      price,
      priceChange24h,
      volume24h,
      realized_mNAV,
      realistic_mNAV,
      max_mNAV,
      totalCost,
      totalUsdValue,
      mcapMax: body.mcap_max,
      holdings: body.assets,
    })
  }
})

test('error: 404 with what may have been meant', async () => {
  expect(await app.get('/dat/institutions/BBX', { pro: true })).toMatchObject({
    status: 404,
    body: { error: 'not_found', suggestions: expect.arrayContaining(['BBB']) },
  })
  for (const odd of ['zzzzzzzz', '%00', '..%2f..', 'x'.repeat(3_000), '__proto__', 'AAA.'])
    expect(await app.get(`/dat/institutions/${odd}`, { pro: true }), odd).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    })
})

test('behavior: asOf a time when it was not known', async () => {
  expect(await app.get('/dat/institutions/AAA?asOf=2026-01-13', { pro: true })).toMatchObject({
    status: 404,
  })
})

test('error: 400 without a symbol or with a bad asOf', async () => {
  expect(await app.get('/dat/institutions/%20', { pro: true })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter', message: expect.stringContaining('`symbol`') },
  })
  expect(await app.get('/dat/institutions/AAA?asOf=soon', { pro: true })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})
