import { expect, test } from 'vitest'
import { dayOf } from '../days.ts'
import { makeQuote } from '../prices/quote.ts'
import { figure, YEAR } from '../statements/figures-for-tests.ts'
import { fundamentals } from '../statements/fundamentals.ts'
import { makeLedger } from '../statements/ledger.ts'
import { companyFigures } from './company-figures.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const DAY = '2025-12-31'
const known = fundamentals(
  makeLedger([
    figure('revenue', YEAR, 2_000),
    figure('operatingIncome', YEAR, 250),
    figure('netIncome', YEAR, 200),
    figure('depreciation', YEAR, 150),
    figure('operatingCash', YEAR, 300),
    figure('dividendsPaid', YEAR, 20),
    figure('repurchases', YEAR, 80),
    figure('assets', DAY, 2_000),
    figure('cash', DAY, 300),
    figure('shareholdersEquity', DAY, 800),
    figure('longTermDebt', DAY, 500),
    figure('sharesOutstanding', '2026-01-02', 100),
  ]),
)
const quote = makeQuote(
  { timesSec: [at('2026-01-13'), at('2026-01-14')], closes: [32, 40], volume: 7 },
  undefined,
  [],
)
const prices = { quote, mainQuote: quote, splits: [], dividendsPerShare: null, currency: 'USD' }

test('default: 100 shares at 40', () => {
  expect(companyFigures(known, prices)).toMatchObject({
    price: 40,
    marketCap: 4_000,
    totalSupply: 100,
    // 4,000 + 500 of debt − 300 of cash.
    enterpriseValue: 4_200,
    marketCapChange1d: 800,
    dollarVolume: 280,
    trailingPE: 20,
    priceToRevenue: 2,
    priceToBook: 5,
    // 4,200 ÷ (250 + 150).
    enterpriseValueToEbitda: 10.5,
    operatingProfitMarginTTM: 12.5,
    // 20 ÷ 4,000; (20 + 80) ÷ 4,000.
    dividendYield: 0.5,
    holdersYield: 2.5,
    priceChangePercentage1d: 25,
    holderEarningsTTM: 100,
  })
})

test('behavior: dividends per share, where they are known, make the yield', () => {
  expect(companyFigures(known, { ...prices, dividendsPerShare: 0.4 })).toMatchObject({
    dividendYield: 1,
    dividends: 40,
  })
  expect(companyFigures(known, { ...prices, dividendsPerShare: 0 })).toMatchObject({
    dividendYield: 0,
    dividends: 0,
  })
})

test('behavior: shares are split as the price was; a split before the count is in it already', () => {
  const split = (day: string) =>
    companyFigures(known, { ...prices, splits: [{ atSec: at(day), ratio: 3 }] }).totalSupply
  expect([split('2026-01-05'), split('2026-01-02'), split('2026-02-01')]).toEqual([300, 100, 100])
})

test('behavior: a count that was filed after a split has it already, though its day is before', () => {
  const counted = fundamentals(
    makeLedger([figure('sharesOutstanding', '2025-12-31', 400, { filed: '2026-01-12' })]),
  )
  const supply = (day: string) =>
    companyFigures(counted, { ...prices, splits: [{ atSec: at(day), ratio: 4 }] }).totalSupply
  expect([supply('2026-01-05'), supply('2026-01-12'), supply('2026-01-13')]).toEqual([
    400, 400, 1_600,
  ])
})

test('behavior: another share class is worth its own price, the company that of the main one', () => {
  const other = makeQuote({ timesSec: [at('2026-01-14')], closes: [9], volume: 1 }, undefined, [])
  expect(companyFigures(known, { ...prices, quote: other })).toMatchObject({
    price: 9,
    marketCap: 4_000,
    priceChangePercentage1d: null,
  })
})

test('behavior: zero or negative denominators give null', () => {
  const loss = { ...known, earningsTTM: -5, revenueTTM: 0, equity: -1, ebitdaTTM: 0 }
  expect(companyFigures(loss, prices)).toMatchObject({
    trailingPE: null,
    priceToRevenue: null,
    priceToBook: null,
    enterpriseValueToEbitda: null,
    operatingProfitMarginTTM: null,
  })
})

test('behavior: reports in another currency, or older than five quarters, do not mix with the price', () => {
  expect(companyFigures({ ...known, currency: 'EUR' }, prices)).toMatchObject({
    marketCap: 4_000,
    trailingPE: null,
    enterpriseValue: null,
    filed: { revenueTTM: null },
  })
  expect(companyFigures({ ...known, periodEndDay: dayOf('2024-10-11') }, prices)).toMatchObject({
    trailingPE: 20,
  })
  expect(companyFigures({ ...known, periodEndDay: dayOf('2024-10-10') }, prices)).toMatchObject({
    trailingPE: null,
  })
  expect(
    companyFigures({ ...known, currency: 'EUR' }, { ...prices, currency: null }),
  ).toMatchObject({ trailingPE: 20 })
})

test('behavior: without a price, without filings', () => {
  expect(companyFigures(known, { ...prices, quote: null, mainQuote: null })).toMatchObject({
    price: null,
    marketCap: null,
    trailingPE: null,
    filed: { revenueTTM: 2_000 },
  })
  expect(companyFigures(fundamentals(makeLedger([])), prices)).toMatchObject({
    price: 40,
    marketCap: null,
    dividendYield: null,
    totalSupply: null,
  })
})

test('behavior: a share count more than 1,000 days older than the price does not count', () => {
  // The price is of 14 January 2026.
  const of = (day: string) =>
    companyFigures(fundamentals(makeLedger([figure('sharesOutstanding', day, 100)])), prices)
  expect(of('2023-04-20')).toMatchObject({ totalSupply: 100, marketCap: 4_000 })
  expect(of('2023-04-19')).toMatchObject({ totalSupply: null, marketCap: null })
})
