import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TEST_KEY, TestApp } from '../../../../test/support/test-app.ts'
import { prices } from '../../coins/public.ts'
import { equityBars } from '../../equities/public.ts'
import { datTransactions } from '../facts.ts'
import { bodyOf, daysAgo, transactionRow } from '../facts-for-tests.ts'
import { putWorld } from '../world-for-tests.ts'
import { exampleList, listInstitutions } from './list-institutions.ts'

interface Body {
  institutionMetadata: Record<string, Record<string, unknown>>
  assetMetadata: Record<string, unknown>
  mNAV: Record<string, Record<string, unknown[][]>>
  [member: string]: unknown
}

let app: TestApp
let body: Body
const list = () => bodyOf<Body>(app, '/dat/institutions', listInstitutions)

beforeAll(async () => {
  app = await TestApp.start()
  await putWorld(app)
  body = await list()
})

afterAll(() => app.stop())

test('default: an institution with its holdings by average cost, market caps and mNAVs', () => {
  expect(body.institutionMetadata['1']).toEqual({
    institutionId: 1,
    ticker: 'AAA',
    name: 'AAA Inc.',
    type: 'Stock',
    // 12 after 20 of old shares, two of which were made of one: 12 after 10.
    price: 12,
    priceChange24h: 20,
    volume24h: 500,
    // 100, 110, 120 old shares are 200, 220, 240.
    mcapRealized: 2_400,
    mcapRealistic: 2_640,
    mcapMax: 2_880,
    realized_mNAV: 5,
    realistic_mNAV: 5.5,
    max_mNAV: 6,
    // 3 × 130 + 9 × 10.
    totalUsdValue: 480,
    totalCost: 352.5,
    holdings: {
      bitcoin: {
        amount: 3,
        // 4 coins for 150 + 2 × 100 = 350, and a quarter of that went with the one sold.
        avgPrice: 87.5,
        usdValue: 390,
        cost: 262.5,
        transactionCount: 3,
        firstAnnouncementDate: '2026-01-12',
        lastAnnouncementDate: '2026-01-13',
        supplyPercentage: 0.3,
      },
      ethereum: {
        amount: 9,
        avgPrice: 10,
        // The price of yesterday: there is none of today.
        usdValue: 90,
        cost: 90,
        transactionCount: 1,
        firstAnnouncementDate: '2026-01-13',
        lastAnnouncementDate: '2026-01-13',
        supplyPercentage: null,
      },
    },
  })
})

test('behavior: fields keeps members of the response, start and end cut flows and mNAV alone', async () => {
  const url = `/dat/institutions?fields=flows,mNAV,totalCompanies&start=${daysAgo(1)}`
  const some = await bodyOf<Body>(app, url, listInstitutions)
  expect(Object.keys(some).sort()).toEqual(['flows', 'mNAV', 'totalCompanies'])
  expect(some.totalCompanies).toBe(body.totalCompanies)
  const recent = (rows: unknown[][]) => rows.filter(([atSec]) => Number(atSec) >= daysAgo(1))
  const flows = body.flows as Record<string, unknown[][]>
  for (const [asset, rows] of Object.entries(flows))
    expect((some.flows as Record<string, unknown>)[asset]).toEqual(recent(rows))
  expect(some.mNAV.bitcoin?.['1']).toEqual(recent(body.mNAV.bitcoin?.['1'] ?? []))
  expect(some.mNAV.bitcoin?.['1']).not.toEqual(body.mNAV.bitcoin?.['1'])
})

test('behavior: what is not known is null: a price of an asset, a cost, share counts, a listing', () => {
  expect(body.institutionMetadata['2']).toMatchObject({
    price: 5,
    mcapRealized: null,
    totalUsdValue: 130,
    totalCost: null,
    realized_mNAV: null,
    holdings: {
      bitcoin: { cost: null, avgPrice: null, usdValue: 130 },
      solana: { usdValue: null, cost: 50, avgPrice: 10 },
    },
  })
  // 3 euros of two dollars each; the close before is 19 days old.
  expect(body.institutionMetadata['3']).toMatchObject({
    price: 6,
    priceChange24h: null,
    volume24h: 70,
    mcapMax: null,
    totalUsdValue: 40,
    totalCost: 44,
  })
  expect(body.institutionMetadata['4']).toMatchObject({
    price: null,
    volume24h: null,
    totalUsdValue: 0,
    totalCost: 0,
    realized_mNAV: null,
    holdings: {},
  })
  expect(body.institutionMetadata['5']).toMatchObject({
    price: null,
    totalUsdValue: null,
    totalCost: null,
    holdings: {},
  })
})

test('default: institutions by value, those of unknown value last', () => {
  expect(body.institutions).toEqual([
    { institutionId: 1, totalUsdValue: 480, totalCost: 352.5 },
    { institutionId: 2, totalUsdValue: 130, totalCost: null },
    { institutionId: 3, totalUsdValue: 40, totalCost: 44 },
    { institutionId: 4, totalUsdValue: 0, totalCost: 0 },
    { institutionId: 5, totalUsdValue: null, totalCost: null },
  ])
  expect(body.totalCompanies).toBe(5)
  expect(body.lastUpdated).toBe('2026-01-14T12:00:00.000Z')
})

test('default: assets with their holders, the largest first', () => {
  expect(body.assetMetadata).toEqual({
    bitcoin: {
      name: 'Bitcoin',
      ticker: 'BTC',
      aggregatorId: 'bitcoin',
      companies: 2,
      totalAmount: 4,
      totalUsdValue: 520,
      circSupplyPerc: 0.4,
    },
    ethereum: {
      name: null,
      ticker: 'ETH',
      aggregatorId: 'ethereum',
      companies: 2,
      totalAmount: 13,
      totalUsdValue: 130,
      circSupplyPerc: null,
    },
    solana: {
      name: null,
      ticker: null,
      aggregatorId: 'solana',
      companies: 1,
      totalAmount: 5,
      totalUsdValue: null,
      circSupplyPerc: null,
    },
  })
  expect(Object.keys(body.assetMetadata)).toEqual(['bitcoin', 'ethereum', 'solana'])
  expect(body.assets).toEqual({
    bitcoin: [
      { institutionId: 1, usdValue: 390, amount: 3 },
      { institutionId: 2, usdValue: 130, amount: 1 },
    ],
    ethereum: [
      { institutionId: 1, usdValue: 90, amount: 9 },
      { institutionId: 3, usdValue: 40, amount: 4 },
    ],
    solana: [{ institutionId: 2, usdValue: null, amount: 5 }],
  })
})

test('default: flows by asset and day, without what does not count', () => {
  expect(body.flows).toEqual({
    bitcoin: [
      [daysAgo(5), 1, 1, 0, 100, 100],
      [daysAgo(4), -1, 0, 1, null, null],
      [daysAgo(3), 2, 2, 0, 75, 150],
      // 2 bought for 200 and 1 earned, of unknown value.
      [daysAgo(2), 3, 3, 0, null, null],
      [daysAgo(1), -1, 0, 1, null, null],
    ],
    ethereum: [
      [daysAgo(3), 4, 4, 0, 11, 44],
      [daysAgo(1), 9, 9, 0, 10, 90],
    ],
    solana: [[daysAgo(1), 5, 5, 0, 10, 50]],
  })
})

const HISTORY = [
  // 200 × 10 over 4 × 110: 2,000 ÷ 440.
  [daysAgo(2), 4.54545, 5, 5.45455],
  // 200 × 12 over 3 × 120 + 9 × 10: 2,400 ÷ 450.
  [daysAgo(1), 5.33333, 5.86667, 6.4],
]

test('default: mNAV by trading day since the first transaction, under each asset that is held', () => {
  const unknown = [[daysAgo(1), null, null, null]]
  expect(body.mNAV).toEqual({
    bitcoin: { '1': HISTORY, '2': unknown },
    ethereum: { '1': HISTORY, '3': unknown },
    solana: { '2': unknown },
  })
})

test('behavior: new prices, bars and corrections are in the next response', async () => {
  await app.put(prices, [
    { coin: 'aggregator:bitcoin', atSec: NOW_SEC - 300, priceUsd: 210, confidence: 0.9 },
  ])
  await app.put(equityBars, [
    {
      ticker: 'AAA',
      country: 'US',
      atSec: daysAgo(0),
      open: 15,
      high: 15,
      low: 15,
      close: 15,
      volume: 9,
    },
  ])
  // 3 × 210 + 90 = 720; 200 × 15 = 3,000.
  const later = await list()
  expect(later.institutionMetadata['1']).toMatchObject({
    totalUsdValue: 720,
    price: 15,
    priceChange24h: 25,
    mcapRealized: 3_000,
  })
  expect(later.mNAV.bitcoin?.['1']).toEqual([...HISTORY, [daysAgo(0), 4.16667, 4.58333, 5]])
  // An older price is corrected: 4 × 100 = 400 two days ago.
  await app.put(prices, [
    { coin: 'aggregator:bitcoin', atSec: daysAgo(2), priceUsd: 100, confidence: 0.9 },
  ])
  expect((await list()).mNAV.bitcoin?.['1']?.[0]).toEqual([daysAgo(2), 5, 5.5, 6])
  // A purchase turns out to be another's: 1 coin is left, of 2 for 150.
  await app.put(datTransactions, [
    transactionRow(2, 4, 'purchase', 'bitcoin', 2, 2, { avgPriceUsd: 100 }),
  ])
  const moved = await list()
  expect(moved.institutionMetadata['1']).toMatchObject({
    holdings: { bitcoin: { amount: 1, cost: 75 } },
  })
  expect(moved.institutionMetadata['4']).toMatchObject({ totalUsdValue: 420, totalCost: 200 })
  expect(moved.flows).toMatchObject({ bitcoin: (body.flows as Record<string, unknown[]>).bitcoin })
})

test('behavior: flows follow a transaction that turns out to be of another asset; an asset without any is gone', async () => {
  await app.put(datTransactions, [
    transactionRow(11, 2, 'purchase', 'ethereum', 5, 1, { usdValue: 50 }),
  ])
  const { flows } = await list()
  expect(flows).toEqual({
    bitcoin: (body.flows as Record<string, unknown[]>).bitcoin,
    ethereum: [
      [daysAgo(3), 4, 4, 0, 11, 44],
      // 9 for 90 and 5 for 50.
      [daysAgo(1), 14, 14, 0, 10, 140],
    ],
  })
})

test('behavior: what is joined from kept parts is what writing it out at once gives', async () => {
  const { payload } = await app.app.server.inject({
    url: '/dat/institutions',
    headers: { 'x-api-key': TEST_KEY },
  })
  const { mNAV, ...others } = JSON.parse(payload) as Body
  // Histories stand in the order of value, which no object keeps for ids.
  expect(payload.split(',"mNAV":')[0]).toBe(JSON.stringify(others).slice(0, -1))
  expect([...Object.keys(others), 'mNAV']).toEqual(Object.keys(exampleList))
})

test('behavior: asOf a time when nothing was known', async () => {
  const { status, body: past } = await app.get('/dat/institutions?asOf=2026-01-13', { pro: true })
  expect(status).toBe(200)
  expect(past).toMatchObject({ totalCompanies: 0, institutions: [], mNAV: {}, lastUpdated: null })
})
