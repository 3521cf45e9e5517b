import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { bodyOf } from '../facts-for-tests.ts'
import { putMarket } from '../market-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

test('behavior: before there is any company', async () => {
  const body = await bodyOf(app, '/equities/v1/sectors-overview')
  expect(body).toMatchObject({
    marketCap: null,
    companyCount: 0,
    sectorCount: 0,
    bestSector1d: null,
    worstSector1d: null,
    largestSector: null,
    medianMarketCap: null,
  })
})

test('default: the whole market, medians over companies, and the sectors that stand out, never Unknown', async () => {
  await putMarket(app)
  const body = await bodyOf<Record<string, number>>(app, '/equities/v1/sectors-overview')
  expect(body).toMatchObject({
    marketCap: 10_000,
    companyCount: 4,
    // AAA and CCC: 6,500 of 10,000; 6,500 ÷ (250 − 50).
    earningsTTM: 200,
    trailingPE: 32.5,
    // Only AAA has one; price to revenue 5, 6 and 5; market caps 5,000, 3,000, 1,500, 500.
    medianTrailingPE: 20,
    medianPriceToRevenue: 5,
    medianPriceToBook: null,
    medianMarketCap: 2_250,
    sectorCount: 2,
    // Software, and Services in two sectors.
    industryCount: 3,
    bestSector1d: { sector: 'Technology', sectorSlug: 'technology', weight: 80 },
    worstSector1d: {
      sector: 'Energy',
      sectorSlug: 'energy',
      priceChangePercentage1d: -25,
      weight: 15,
    },
    largestSector: { sector: 'Technology', weight: 80 },
  })
  // Margins 30% and 12%.
  expect(body.medianOperatingProfitMarginTTM).toBeCloseTo(21, 10)
})
