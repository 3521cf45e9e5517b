import Type from 'typebox'
import { percent } from '../../../http/described.ts'
import { nullable } from '../../../http/schemas.ts'

export const money = (what: string) =>
  nullable(Type.Number({ description: `${what}, currency of the listing` }))
export const ratio = (what: string) =>
  nullable(Type.Number({ description: `${what}; null when it is unknown or not meaningful` }))
export const percentage = (what: string) => nullable(percent(what))
const priceChange = (since: string) => percentage(`Change of the price over ${since}`)

/** Figures that companies, industries and sectors share. TTM: the last twelve months. */
export const figureMembers = {
  marketCap: money('Market cap'),
  marketCapChange1d: money('Change of the market cap over a day'),
  dollarVolume24h: money('Value of the shares traded in the newest session'),
  revenueTTM: money('Revenue, TTM'),
  earningsTTM: money('Net income, TTM'),
  ebitdaTTM: money('EBITDA, TTM'),
  enterpriseValue: money('Market cap, debt and other claims less cash'),
  employeeCount: nullable(Type.Number({ description: 'Employees' })),
  trailingPE: ratio('Market cap ÷ earningsTTM'),
  earningsYield: percentage('earningsTTM ÷ market cap'),
  priceToRevenue: ratio('Market cap ÷ revenueTTM'),
  priceToBook: ratio('Market cap ÷ shareholders’ equity'),
  enterpriseValueToEbitda: ratio('Enterprise value ÷ ebitdaTTM'),
  dividendYield: percentage('Dividends, TTM ÷ market cap'),
  holdersYield: percentage('Dividends and buybacks, TTM ÷ market cap'),
  operatingProfitMarginTTM: percentage('Operating income ÷ revenue, TTM'),
  priceChangePercentage1d: priceChange('a day'),
  priceChangePercentage7d: priceChange('seven days'),
  priceChangePercentage1m: priceChange('a month'),
  priceChangePercentage3m: priceChange('three months'),
  priceChangePercentage6m: priceChange('six months'),
  priceChangePercentageYtd: priceChange('the year so far'),
  priceChangePercentage1y: priceChange('a year'),
}

export const medianMembers = {
  medianTrailingPE: ratio('Median trailingPE of the companies'),
  medianPriceToRevenue: ratio('Median priceToRevenue of the companies'),
  medianPriceToBook: ratio('Median priceToBook of the companies'),
  medianEnterpriseValueToEbitda: ratio('Median enterpriseValueToEbitda of the companies'),
  medianOperatingProfitMarginTTM: percentage('Median operatingProfitMarginTTM of the companies'),
  medianDividendYield: percentage('Median dividendYield of the companies'),
}
