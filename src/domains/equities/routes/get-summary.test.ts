import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import {
  companyFacts,
  equityBars,
  equityDividends,
  equityIntraday,
  equityListings,
  equityProfiles,
} from '../facts.ts'
import {
  bar,
  bodyOf,
  companyFact,
  daysAgo,
  expectCompanyErrors,
  listing,
  profile,
  putAt,
} from '../facts-for-tests.ts'

let app: TestApp
const YEAR = '2025-01-01..2025-12-31'
const DAY = '2025-12-31'

beforeAll(async () => {
  app = await TestApp.start()
  await putAt(app, '2026-01-10T00:00:00Z', [
    [
      equityListings,
      [
        listing('AAA', '1'),
        listing('AAA-B', '1', { rank: 1 }),
        listing('EURO', '2'),
        listing('EMPTY', null),
      ],
    ],
    [equityProfiles, [profile('AAA', 'Energy', null, { employees: 12, floatShares: 80 })]],
    [
      companyFacts,
      [
        companyFact('1', 'revenue', YEAR, 2_000),
        companyFact('1', 'costOfRevenue', YEAR, 1_200),
        companyFact('1', 'operatingIncome', YEAR, 250),
        companyFact('1', 'netIncome', YEAR, 200),
        companyFact('1', 'depreciation', YEAR, 150),
        companyFact('1', 'operatingCash', YEAR, 300),
        companyFact('1', 'repurchases', YEAR, 80),
        companyFact('1', 'issuance', YEAR, 30),
        companyFact('1', 'stockCompensation', YEAR, 40),
        companyFact('1', 'assets', DAY, 2_000),
        companyFact('1', 'cash', DAY, 300),
        companyFact('1', 'shareholdersEquity', DAY, 800),
        companyFact('1', 'longTermDebt', DAY, 500),
        companyFact('1', 'sharesOutstanding', '2026-01-02', 100),
        companyFact('2', 'revenue', YEAR, 2_000, { unit: 'EUR' }),
        companyFact('2', 'sharesOutstanding', DAY, 10),
      ],
    ],
    [
      equityBars,
      [
        bar('AAA', daysAgo(400), 500),
        bar('AAA', daysAgo(300), 60, { high: 64, low: 55 }),
        bar('AAA', daysAgo(31), 20),
        bar('AAA', daysAgo(8), 25),
        bar('AAA', daysAgo(2), 32, { low: 18 }),
        bar('AAA', daysAgo(1), 40, { volume: 7 }),
        bar('AAA-B', daysAgo(1), 9),
        bar('EURO', daysAgo(1), 3),
      ],
    ],
    [
      equityDividends,
      [
        { ticker: 'AAA', country: 'US', atSec: daysAgo(50), amount: 0.5 },
        { ticker: 'AAA', country: 'US', atSec: daysAgo(150), amount: 0.5 },
      ],
    ],
  ])
  await putAt(app, '2026-01-14T11:00:00Z', [
    [
      equityIntraday,
      [
        bar('AAA', daysAgo(0) + 36_000, 50, { volume: 3 }),
        bar('AAA', daysAgo(0) + 36_300, 44, { volume: 4 }),
        bar('AAA', daysAgo(1) + 75_000, 41),
      ],
    ],
  ])
})

afterAll(() => app.stop())

const ask = (query: string) => bodyOf<Record<string, unknown>>(app, `/equities/v1/summary?${query}`)

test('default: all 38 fields', async () => {
  const body = await ask('ticker=aaa&country=us&asOf=2026-01-12')
  expect(body).toEqual({
    currentPrice: 40,
    volume: 7,
    marketCap: 4_000,
    circulatingMarketCap: 3_200,
    // 4,000 + 500 − 300.
    enterpriseValue: 4_200,
    fiftyTwoWeekHigh: 64,
    fiftyTwoWeekLow: 18,
    // (0.5 + 0.5) ÷ 40.
    dividendYield: 2.5,
    trailingPE: 20,
    priceToRevenue: 2,
    priceChangePercentage1d: 25,
    // A week before 13 January is the 6th; a month before, 13 December, of which the 14th comes too
    // late: none within ten days.
    priceChangePercentage7d: 60,
    priceChangePercentage1m: null,
    priceChange1d: 8,
    marketCapChange1d: 800,
    priceToBook: 5,
    // 4,200 ÷ (250 + 150).
    enterpriseValueToEbitda: 10.5,
    // (0 + 80) ÷ 4,000.
    holdersYield: 2,
    updatedAt: '2026-01-13T00:00:00Z',
    revenueTTM: 2_000,
    grossProfitTTM: 800,
    earningsTTM: 200,
    ebitdaTTM: 400,
    operatingProfitMarginTTM: 12.5,
    holdersRevenueTTM: 80,
    holderEarningsTTM: 50,
    dividendsTTM: 0,
    stockRepurchaseTTM: 80,
    stockIssuanceTTM: 30,
    stockBasedCompensationTTM: 40,
    cashAndCashEquivalents: 300,
    totalAssets: 2_000,
    totalLiabilities: 1_200,
    totalShareholdersEquity: 800,
    totalDebt: 500,
    circulatingSupply: 80,
    totalSupply: 100,
    employeeCount: 12,
  })
  expect(Object.keys(body)).toHaveLength(38)
})

test('behavior: a session that runs prices the company by its newest five-minute bar', async () => {
  // 44 against the close of 40 the day before; 3 + 4 shares so far; the month now begins with the
  // 14th of December.
  expect(await ask('ticker=AAA&country=US')).toMatchObject({
    currentPrice: 44,
    volume: 7,
    marketCap: 4_400,
    priceChangePercentage1d: 10,
    priceChangePercentage1m: 120,
    updatedAt: '2026-01-14T10:05:00Z',
  })
})

test('behavior: bars that were imported over and over are the same bars', async () => {
  const days = Array.from({ length: 300 }, (_, index) =>
    bar('MANY', daysAgo(300 - index), index + 1),
  )
  await app.put(equityListings, [listing('MANY', '9')])
  for (let run = 0; run < 5; run++) await app.put(equityBars, days)
  // 1 to 300, the last a day ago.
  expect(await ask('ticker=MANY&country=US')).toMatchObject({
    currentPrice: 300,
    priceChange1d: 1,
    fiftyTwoWeekLow: 1,
    fiftyTwoWeekHigh: 300,
  })
})

test('behavior: a second share class has its own price and the company’s market cap', async () => {
  expect(await ask('ticker=AAA-B&country=US')).toMatchObject({
    currentPrice: 9,
    marketCap: 4_400,
    employeeCount: null,
  })
})

test('behavior: a company that reports in another currency has no ratios', async () => {
  expect(await ask('ticker=EURO&country=US')).toMatchObject({
    marketCap: 30,
    priceToRevenue: null,
    revenueTTM: null,
    totalDebt: null,
  })
})

test('behavior: a company of which nothing is known is null throughout', async () => {
  const body = await ask('ticker=EMPTY&country=US')
  expect(new Set(Object.values(body))).toEqual(new Set([null]))
})

test('behavior: filings count as of the newest price, also of a share that is not traded any more', async () => {
  await app.put(equityListings, [
    listing('GONE', '17'),
    listing('EDGE', '18'),
    listing('OVER', '19'),
  ])
  await app.put(equityBars, [
    bar('GONE', daysAgo(900), 2),
    bar('EDGE', daysAgo(1), 2),
    bar('OVER', daysAgo(1), 2),
  ])
  await app.put(companyFacts, [
    // Of 2022, when the newest price is of July 2023.
    companyFact('17', 'revenue', '2022-01-01..2022-12-31', 70),
    companyFact('17', 'sharesOutstanding', '2022-12-31', 5),
    // A thousand days before the price, and a day more.
    companyFact('18', 'sharesOutstanding', '2023-04-19', 6),
    companyFact('19', 'sharesOutstanding', '2023-04-18', 6),
  ])
  expect(await ask('ticker=GONE&country=US')).toMatchObject({
    revenueTTM: 70,
    totalSupply: 5,
    marketCap: 10,
  })
  expect(await ask('ticker=EDGE&country=US')).toMatchObject({ totalSupply: 6, marketCap: 12 })
  expect(await ask('ticker=OVER&country=US')).toMatchObject({
    totalSupply: null,
    marketCap: null,
    currentPrice: 2,
  })
})

test('error: 400 and 404', () => expectCompanyErrors(app, '/equities/v1/summary'))
