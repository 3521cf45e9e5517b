import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { equityBars } from '../facts.ts'
import { bar, bodyOf, daysAgo } from '../facts-for-tests.ts'
import { putMarket } from '../market-for-tests.ts'

type Row = Record<string, unknown> & {
  sector: string
  weight: number
  coverage: Record<string, number>
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await putMarket(app)
})

afterAll(() => app.stop())

const ask = () => bodyOf<Row[]>(app, '/equities/v1/sectors')

test('default: largest first, weights sum to 100, Unknown among them', async () => {
  const body = await ask()
  expect(
    body.map(({ sector, sectorSlug, rank, weight, industryCount, companyCount }) => [
      sector,
      sectorSlug,
      rank,
      weight,
      industryCount,
      companyCount,
    ]),
  ).toEqual([
    ['Technology', 'technology', 1, 80, 2, 2],
    ['Energy', 'energy', 2, 15, 1, 1],
    ['Unknown', 'unknown', 3, 5, 0, 1],
  ])
})

test('behavior: the metric block by its six rules', async () => {
  const [technology, energy, unknown] = await ask()
  expect(technology).toMatchObject({
    marketCap: 8_000,
    // (5,000 − 4,000) + 0; 10 × 50 + 10 × 30 of 1,000 in all.
    marketCapChange1d: 1_000,
    dollarVolume24h: 800,
    dollarVolumeShare24h: 80,
    revenueTTM: 1_500,
    earningsTTM: 250,
    employeeCount: 40,
    // Only AAA has earnings: 62.5% of the market cap, so 5,000 ÷ 250.
    trailingPE: 20,
    earningsYield: 5,
    // 8,000 ÷ 1,500; (300 + 60) ÷ 1,500.
    priceToRevenue: 8_000 / 1_500,
    operatingProfitMarginTTM: 24,
    priceToBook: null,
    priceChangePercentage7d: null,
    updatedAt: '2026-01-13T00:00:00Z',
    volumeAsOf: '2026-01-13T00:00:00Z',
    topHoldings: [
      {
        ticker: 'AAA',
        name: 'AAA Inc.',
        marketCap: 5_000,
        sectorWeight: 62.5,
        priceChangePercentage1d: 25,
      },
      {
        ticker: 'BBB',
        name: 'BBB Inc.',
        marketCap: 3_000,
        sectorWeight: 37.5,
        priceChangePercentage1d: 0,
      },
    ],
  })
  // Worth 4,000 + 3,000 the day before.
  expect(technology?.priceChangePercentage1d).toBeCloseTo((8_000 / 7_000 - 1) * 100, 10)
  expect(technology?.coverage).toMatchObject({
    marketCap: 1,
    trailingPE: 0.625,
    employeeCount: 0.625,
    priceToBook: 0,
  })
  // 1,500 ÷ −50 is no ratio; −50 ÷ 1,500 is a yield.
  expect(energy).toMatchObject({
    trailingPE: null,
    earningsYield: -100 / 30,
    priceChangePercentage1d: -25,
  })
  expect(unknown).toMatchObject({
    priceChangePercentage1d: null,
    earningsTTM: null,
    earningsYield: null,
  })
})

test('behavior: a new bar moves it at once', async () => {
  await app.put(equityBars, [bar('DDD', daysAgo(0), 85, { volume: 1 })])
  // DDD is now worth 8,500 of 18,000, and its volume is of today alone.
  expect((await ask()).map(({ sector }) => sector)).toEqual(['Unknown', 'Technology', 'Energy'])
  expect((await ask())[0]).toMatchObject({
    marketCap: 8_500,
    dollarVolume24h: 85,
    priceChangePercentage1d: 1_600,
    updatedAt: '2026-01-14T00:00:00Z',
  })
})
