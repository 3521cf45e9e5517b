import Type from 'typebox'
import { percentChange } from '../../../derive/percent-change.ts'
import { timeText } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { minus } from '../derive/arithmetic.ts'
import { type CompanyFigures, companyFigures } from '../derive/market/company-figures.ts'
import type { Quote } from '../derive/prices/quote.ts'
import { yearRange } from '../derive/prices/year-range.ts'
import {
  companyFacts,
  equityBars,
  equityDividends,
  equityIntraday,
  equitySplits,
} from '../facts.ts'
import { COMPANY_FACTS, type Company, companiesState } from '../read/companies.ts'
import { readPricedFundamentals } from '../read/priced-fundamentals.ts'
import { companyQuery } from './company-query.ts'
import { figureMembers, money } from './figure-members.ts'
import { isoTimeOrNull } from './iso-time.ts'

const shareCount = (description: string) => nullable(Type.Number({ description }))

export const getSummary = defineRoute({
  id: 'equities.getSummary',
  operationId: 'getEquitySummary',
  summary: 'Market value, ratios and trailing figures of a company',
  describe:
    'One snapshot from the newest price and the newest filings, in the currency of the listing. Yields, margins and changes are in percent. TTM is the last twelve months. A ratio with a zero or negative denominator is null; so is every reported amount of a company that reports in another currency than its shares are priced in.',
  paths: { pro: '/equities/v1/summary' },
  query: companyQuery,
  response: shape({
    currentPrice: money('Price of a share'),
    volume: shareCount('Shares traded in the newest session'),
    marketCap: figureMembers.marketCap,
    circulatingMarketCap: money('Market cap of the shares in circulation'),
    enterpriseValue: figureMembers.enterpriseValue,
    fiftyTwoWeekHigh: money('Highest price of 52 weeks'),
    fiftyTwoWeekLow: money('Lowest price of 52 weeks'),
    dividendYield: figureMembers.dividendYield,
    trailingPE: figureMembers.trailingPE,
    priceToRevenue: figureMembers.priceToRevenue,
    priceChangePercentage1d: figureMembers.priceChangePercentage1d,
    priceChangePercentage7d: figureMembers.priceChangePercentage7d,
    priceChangePercentage1m: figureMembers.priceChangePercentage1m,
    priceChange1d: money('Change of the price over a day'),
    marketCapChange1d: figureMembers.marketCapChange1d,
    priceToBook: figureMembers.priceToBook,
    enterpriseValueToEbitda: figureMembers.enterpriseValueToEbitda,
    holdersYield: figureMembers.holdersYield,
    updatedAt: nullable(timeText('Time of the newest price')),
    revenueTTM: figureMembers.revenueTTM,
    grossProfitTTM: money('Gross profit, TTM'),
    earningsTTM: figureMembers.earningsTTM,
    ebitdaTTM: figureMembers.ebitdaTTM,
    operatingProfitMarginTTM: figureMembers.operatingProfitMarginTTM,
    holdersRevenueTTM: money('Dividends and buybacks, TTM'),
    holderEarningsTTM: money('holdersRevenueTTM less stockIssuanceTTM'),
    dividendsTTM: money('Dividends, TTM'),
    stockRepurchaseTTM: money('Buybacks, TTM'),
    stockIssuanceTTM: money('Shares issued, TTM'),
    stockBasedCompensationTTM: money('Pay in shares, TTM'),
    cashAndCashEquivalents: money('Cash and equivalents'),
    totalAssets: money('Assets'),
    totalLiabilities: money('Liabilities'),
    totalShareholdersEquity: money('Shareholders’ equity'),
    totalDebt: money('Debt'),
    circulatingSupply: shareCount('Shares in circulation'),
    totalSupply: shareCount('Shares outstanding'),
    employeeCount: nullable(Type.Integer({ description: 'Employees' })),
  }),
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

function summaryBody(
  company: Company,
  figures: CompanyFigures,
  quote: Quote | null,
  range: { high: number; low: number } | null,
) {
  const { filed } = figures
  const change = (earlier: number | null | undefined) => percentChange(earlier, quote?.price)
  const supply = company.floatShares
  return {
    currentPrice: figures.price,
    volume: quote?.volume ?? null,
    marketCap: figures.marketCap,
    circulatingMarketCap: supply === null || figures.price === null ? null : supply * figures.price,
    enterpriseValue: figures.enterpriseValue,
    fiftyTwoWeekHigh: range?.high ?? null,
    fiftyTwoWeekLow: range?.low ?? null,
    dividendYield: figures.dividendYield,
    trailingPE: figures.trailingPE,
    priceToRevenue: figures.priceToRevenue,
    priceChangePercentage1d: figures.priceChangePercentage1d,
    priceChangePercentage7d: change(quote?.close7d),
    priceChangePercentage1m: change(quote?.close1m),
    priceChange1d: minus(figures.price, quote?.previousClose ?? null),
    marketCapChange1d: figures.marketCapChange1d,
    priceToBook: figures.priceToBook,
    enterpriseValueToEbitda: figures.enterpriseValueToEbitda,
    holdersYield: figures.holdersYield,
    updatedAt: isoTimeOrNull(figures.atSec),
    revenueTTM: filed.revenueTTM,
    grossProfitTTM: filed.grossProfitTTM,
    earningsTTM: filed.earningsTTM,
    ebitdaTTM: filed.ebitdaTTM,
    operatingProfitMarginTTM: figures.operatingProfitMarginTTM,
    holdersRevenueTTM: filed.holdersRevenueTTM,
    holderEarningsTTM: figures.holderEarningsTTM,
    dividendsTTM: filed.dividendsTTM,
    stockRepurchaseTTM: filed.stockRepurchaseTTM,
    stockIssuanceTTM: filed.stockIssuanceTTM,
    stockBasedCompensationTTM: filed.stockBasedCompensationTTM,
    cashAndCashEquivalents: filed.cash,
    totalAssets: filed.assets,
    totalLiabilities: filed.liabilities,
    totalShareholdersEquity: filed.equity,
    totalDebt: filed.debt,
    circulatingSupply: supply,
    totalSupply: figures.totalSupply,
    employeeCount: company.employees,
  }
}

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
