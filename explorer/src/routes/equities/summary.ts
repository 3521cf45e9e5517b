/** The figures of a company. */
export interface Summary {
  readonly currentPrice: number | null
  readonly volume: number | null
  readonly marketCap: number | null
  readonly circulatingMarketCap: number | null
  readonly enterpriseValue: number | null
  readonly fiftyTwoWeekHigh: number | null
  readonly fiftyTwoWeekLow: number | null
  readonly dividendYield: number | null
  readonly trailingPE: number | null
  readonly priceToRevenue: number | null
  readonly priceToBook: number | null
  readonly enterpriseValueToEbitda: number | null
  readonly holdersYield: number | null
  readonly priceChangePercentage1d: number | null
  readonly priceChangePercentage7d: number | null
  readonly revenueTTM: number | null
  readonly grossProfitTTM: number | null
  readonly earningsTTM: number | null
  readonly ebitdaTTM: number | null
  readonly operatingProfitMarginTTM: number | null
  readonly dividendsTTM: number | null
  readonly stockRepurchaseTTM: number | null
  readonly stockIssuanceTTM: number | null
  readonly stockBasedCompensationTTM: number | null
  readonly cashAndCashEquivalents: number | null
  readonly totalAssets: number | null
  readonly totalLiabilities: number | null
  readonly totalShareholdersEquity: number | null
  readonly totalDebt: number | null
  readonly circulatingSupply: number | null
  readonly totalSupply: number | null
  readonly employeeCount: number | null
  readonly updatedAt: string | null
}
