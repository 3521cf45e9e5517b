import { expect, test } from 'vitest'
import { member } from './members-for-tests.ts'
import { METRIC_NAMES, metricBlock } from './metric-block.ts'

test('default: totals, and ratios of totals', () => {
  const block = metricBlock([
    member('A', 600, {
      employees: 5,
      filed: {
        earningsTTM: 50,
        revenueTTM: 200,
        operatingIncomeTTM: 60,
        equity: 300,
        holdersRevenueTTM: 12,
      },
      figures: { dividends: 6, dollarVolume: 9 },
    }),
    member('B', 400, {
      filed: {
        earningsTTM: -10,
        revenueTTM: 300,
        operatingIncomeTTM: -10,
        equity: 200,
        holdersRevenueTTM: 8,
      },
      figures: { dividends: 4, dollarVolume: 1 },
    }),
  ])
  expect(block).toMatchObject({
    marketCap: 1_000,
    companyCount: 2,
    earningsTTM: 40,
    revenueTTM: 500,
    dollarVolume24h: 10,
    employeeCount: 5,
    // 1,000 ÷ 40, 40 ÷ 1,000, 1,000 ÷ 500, 1,000 ÷ 500.
    trailingPE: 25,
    earningsYield: 4,
    priceToRevenue: 2,
    priceToBook: 2,
    // (60 − 10) ÷ 500, 10 ÷ 1,000, 20 ÷ 1,000, in percent.
    operatingProfitMarginTTM: 10,
    dividendYield: 1,
    holdersYield: 2,
    ebitdaTTM: null,
    enterpriseValueToEbitda: null,
    updatedAtSec: 1_000,
    volumeAsOfSec: 900,
  })
  expect(block.coverage).toMatchObject({
    marketCap: 1,
    trailingPE: 1,
    employeeCount: 0.6,
    ebitdaTTM: 0,
  })
  expect(Object.keys(block.coverage)).toEqual([...METRIC_NAMES])
})

test('behavior: between 60% and 100% both sides are over the companies that are known', () => {
  // 600 ÷ 30 of A alone, which is 60% of the market cap.
  expect(
    metricBlock([member('A', 600, { filed: { earningsTTM: 30 } }), member('B', 400)]),
  ).toMatchObject({
    trailingPE: 20,
    earningsYield: 5,
    coverage: { trailingPE: 0.6 },
  })
})

test('behavior: under 60% a ratio is null, a total is not', () => {
  const block = metricBlock([member('A', 599, { filed: { earningsTTM: 30 } }), member('B', 401)])
  expect(block).toMatchObject({ trailingPE: null, earningsYield: null, earningsTTM: 30 })
  expect(block.coverage.trailingPE).toBeCloseTo(0.599, 12)
})

test('behavior: losses make the ratio null and leave the yield signed', () => {
  expect(metricBlock([member('A', 600, { filed: { earningsTTM: -30 } })])).toMatchObject({
    trailingPE: null,
    earningsYield: -5,
    coverage: { trailingPE: 1 },
  })
  expect(metricBlock([member('A', 600, { filed: { earningsTTM: 0 } })])).toMatchObject({
    trailingPE: null,
    earningsYield: 0,
  })
})

test('behavior: price changes are weighted by what companies were worth at the start', () => {
  // A doubled from 300 to 600, B fell from 500 to 400: 1,000 ÷ 800. By today's weights it would be
  // +52%.
  const block = metricBlock([
    member('A', 600, { quote: { price: 10, close7d: 5 } }),
    member('B', 400, { quote: { price: 10, close7d: 12.5 } }),
  ])
  expect(block.priceChangePercentage7d).toBe(25)
  expect(block).toMatchObject({
    priceChangePercentage1d: null,
    coverage: { priceChangePercentage1d: 0, priceChangePercentage7d: 1 },
  })
})

test('behavior: EV to EBITDA needs both of a company', () => {
  const block = metricBlock([
    member('A', 700, { figures: { enterpriseValue: 800 }, filed: { ebitdaTTM: 100 } }),
    member('B', 300, { figures: { enterpriseValue: 300 } }),
  ])
  expect(block).toMatchObject({
    enterpriseValueToEbitda: 8,
    enterpriseValue: 1_100,
    coverage: { enterpriseValueToEbitda: 0.7, enterpriseValue: 1 },
  })
})

test('behavior: nobody', () => {
  expect(metricBlock([])).toMatchObject({
    marketCap: null,
    trailingPE: null,
    companyCount: 0,
    updatedAtSec: null,
    coverage: { marketCap: 0 },
  })
})
