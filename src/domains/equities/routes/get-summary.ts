import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { companyFigures } from '../derive/market/company-figures.ts'
import { yearRange } from '../derive/prices/year-range.ts'
import {
  companyFacts,
  equityBars,
  equityDividends,
  equityIntraday,
  equitySplits,
} from '../facts.ts'
import { COMPANY_FACTS, companiesState } from '../read/companies.ts'
import { readPricedFundamentals } from '../read/priced-fundamentals.ts'
import { companyQuery } from './company-query.ts'
import { summaryBody, summaryMembers } from './summary-members.ts'

export const getSummary = defineRoute({
  id: 'equities.getSummary',
  operationId: 'getEquitySummary',
  summary: 'Market value, ratios and trailing figures of a company',
  describe:
    'One snapshot from the newest price and the newest filings, in the currency of the listing. Yields, margins and changes are in percent. TTM is the last twelve months. A ratio with a zero or negative denominator is null; so is every reported amount of a company that reports in another currency than its shares are priced in.',
  paths: { pro: '/equities/v1/summary' },
  query: companyQuery,
  response: shape(summaryMembers),
  example: exampleSummary(),
  reads: [
    ...COMPANY_FACTS,
    companyFacts,
    equityBars,
    equityIntraday,
    equitySplits,
    equityDividends,
  ],
  nowStepSec: DAY_SEC,
  handler: async ({ query }, context) => {
    const companies = await context.states.get(companiesState, context.snapshot)
    const company = companies.get(query.ticker, query.country)
    const { prices, filed } = await readPricedFundamentals(context, companies, company)
    const range = prices.quote === null ? null : yearRange(prices.bars, prices.quote)
    return summaryBody(company, companyFigures(filed, prices), prices.quote, range)
  },
})

function exampleSummary() {
  return {
    currentPrice: 159.73,
    volume: 6_475_902,
    marketCap: 42_074_657_239.22,
    circulatingMarketCap: 35_036_279_538.35,
    enterpriseValue: 39_601_081_568.22,
    fiftyTwoWeekHigh: 444.65,
    fiftyTwoWeekLow: 139.36,
    dividendYield: null,
    trailingPE: 52.55,
    priceToRevenue: 6.414,
    priceChangePercentage1d: -0.4363,
    priceChangePercentage7d: 4.843,
    priceChangePercentage1m: -20.82,
    priceChange1d: -0.7,
    marketCapChange1d: -184_387_779.8,
    priceToBook: 3.121,
    enterpriseValueToEbitda: 40.48,
    holdersYield: 2.525,
    updatedAt: '2026-01-30T20:55:00Z',
    revenueTTM: 6_560_012_000,
    grossProfitTTM: 4_812_835_000,
    earningsTTM: 800_602_000,
    ebitdaTTM: 978_345_000,
    operatingProfitMarginTTM: 11.12,
    holdersRevenueTTM: 1_062_234_000,
    holderEarningsTTM: 1_062_234_000,
    dividendsTTM: 0,
    stockRepurchaseTTM: 1_062_234_000,
    stockIssuanceTTM: 0,
    stockBasedCompensationTTM: 896_766_000,
    cashAndCashEquivalents: 10_205_022_000,
    totalAssets: 28_848_792_000,
    totalLiabilities: 15_368_219_000,
    totalShareholdersEquity: 13_480_573_000,
    totalDebt: 7_964_423_000,
    circulatingSupply: 219_346_895,
    totalSupply: 263_411_114,
    employeeCount: 4_951,
  }
}
