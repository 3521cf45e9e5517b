import { percentChange } from '../../../derive/percent-change.ts'
import { integer, number, timeText } from '../../../http/described.ts'
import { nullable } from '../../../http/schemas.ts'
import { field, record } from '../../../records/record.ts'
import { minus } from '../derive/arithmetic.ts'
import { isoTimeOrNull } from '../derive/days.ts'
import type { CompanyFigures } from '../derive/market/company-figures.ts'
import type { Quote } from '../derive/prices/quote.ts'
import type { Company } from '../read/companies.ts'
import { figureMembers, money } from './metric-schema.ts'

const shareCount = (description: string) => nullable(number(description))

/** What the summary of a company says; the list of companies has any of it as columns. */
export const summaryRecord = record({
  currentPrice: field(money('Price of a share'), 159.73, 'price'),
  volume: field(shareCount('Shares traded in the newest session'), 6_475_902),
  marketCap: field(figureMembers.marketCap, 42_074_657_239.22),
  circulatingMarketCap: field(money('Market cap of the shares in circulation'), 35_036_279_538.35),
  enterpriseValue: field(figureMembers.enterpriseValue, 39_601_081_568.22),
  fiftyTwoWeekHigh: field(money('Highest price of 52 weeks'), 444.65),
  fiftyTwoWeekLow: field(money('Lowest price of 52 weeks'), 139.36),
  dividendYield: field(figureMembers.dividendYield, null),
  trailingPE: field(figureMembers.trailingPE, 52.55),
  priceToRevenue: field(figureMembers.priceToRevenue, 6.414),
  priceChangePercentage1d: field(figureMembers.priceChangePercentage1d, -0.4363),
  priceChangePercentage7d: field(figureMembers.priceChangePercentage7d, 4.843),
  priceChangePercentage1m: field(figureMembers.priceChangePercentage1m, -20.82),
  priceChange1d: field(money('Change of the price over a day'), -0.7),
  marketCapChange1d: field(figureMembers.marketCapChange1d, -184_387_779.8),
  priceToBook: field(figureMembers.priceToBook, 3.121),
  enterpriseValueToEbitda: field(figureMembers.enterpriseValueToEbitda, 40.48),
  holdersYield: field(figureMembers.holdersYield, 2.525),
  updatedAt: field(nullable(timeText('Time of the newest price')), '2026-01-30T20:55:00Z'),
  revenueTTM: field(figureMembers.revenueTTM, 6_560_012_000),
  grossProfitTTM: field(money('Gross profit, TTM'), 4_812_835_000),
  earningsTTM: field(figureMembers.earningsTTM, 800_602_000),
  ebitdaTTM: field(figureMembers.ebitdaTTM, 978_345_000),
  operatingProfitMarginTTM: field(figureMembers.operatingProfitMarginTTM, 11.12),
  holdersRevenueTTM: field(money('Dividends and buybacks, TTM'), 1_062_234_000),
  holderEarningsTTM: field(money('holdersRevenueTTM less stockIssuanceTTM'), 1_062_234_000),
  dividendsTTM: field(money('Dividends, TTM'), 0),
  stockRepurchaseTTM: field(money('Buybacks, TTM'), 1_062_234_000),
  stockIssuanceTTM: field(money('Shares issued, TTM'), 0),
  stockBasedCompensationTTM: field(money('Pay in shares, TTM'), 896_766_000),
  cashAndCashEquivalents: field(money('Cash and equivalents'), 10_205_022_000, 'cash'),
  totalAssets: field(money('Assets'), 28_848_792_000, 'assets'),
  totalLiabilities: field(money('Liabilities'), 15_368_219_000, 'liabilities'),
  totalShareholdersEquity: field(money('Shareholders’ equity'), 13_480_573_000, 'equity'),
  totalDebt: field(money('Debt'), 7_964_423_000, 'debt'),
  circulatingSupply: field(shareCount('Shares in circulation'), 219_346_895),
  totalSupply: field(shareCount('Shares outstanding'), 263_411_114),
  employeeCount: field(nullable(integer('Employees')), 4_951),
})

/** The figures of a company with what is not among them. */
export function summaryRow(
  company: Company,
  figures: CompanyFigures,
  quote: Quote | null,
  range: { high: number; low: number } | null,
) {
  const change = (earlier: number | null | undefined) => percentChange(earlier, quote?.price)
  const supply = company.floatShares
  return {
    ...figures.filed,
    ...figures,
    volume: quote?.volume ?? null,
    circulatingMarketCap: supply === null || figures.price === null ? null : supply * figures.price,
    fiftyTwoWeekHigh: range?.high ?? null,
    fiftyTwoWeekLow: range?.low ?? null,
    priceChangePercentage7d: change(quote?.close7d),
    priceChangePercentage1m: change(quote?.close1m),
    priceChange1d: minus(figures.price, quote?.previousClose ?? null),
    updatedAt: isoTimeOrNull(figures.atSec),
    circulatingSupply: supply,
    employeeCount: company.employees,
  }
}
