import Type from 'typebox'
import { percentChange } from '../../../derive/percent-change.ts'
import { timeText } from '../../../http/described.ts'
import { nullable } from '../../../http/schemas.ts'
import { minus } from '../derive/arithmetic.ts'
import type { CompanyFigures } from '../derive/market/company-figures.ts'
import type { Quote } from '../derive/prices/quote.ts'
import type { Company } from '../read/companies.ts'
import { figureMembers, money } from './figure-members.ts'
import { isoTimeOrNull } from './iso-time.ts'

const shareCount = (description: string) => nullable(Type.Number({ description }))

/** What the summary of a company says; the list of companies has any of it as columns. */
export const summaryMembers = {
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
}

export function summaryBody(
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
