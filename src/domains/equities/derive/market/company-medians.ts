import { median } from '../arithmetic.ts'
import type { Member } from './metric-block.ts'

type Value = number | null

export interface CompanyMedians {
  medianTrailingPE: Value
  medianPriceToRevenue: Value
  medianPriceToBook: Value
  medianEnterpriseValueToEbitda: Value
  medianOperatingProfitMarginTTM: Value
  medianDividendYield: Value
}

/** Medians over the companies that have the figure, each counting once whatever its size. */
export function companyMedians(members: readonly Member[]): CompanyMedians {
  const of = (pick: (member: Member) => Value) =>
    median(members.flatMap((member) => pick(member) ?? []))
  return {
    medianTrailingPE: of(({ figures }) => figures.trailingPE),
    medianPriceToRevenue: of(({ figures }) => figures.priceToRevenue),
    medianPriceToBook: of(({ figures }) => figures.priceToBook),
    medianEnterpriseValueToEbitda: of(({ figures }) => figures.enterpriseValueToEbitda),
    medianOperatingProfitMarginTTM: of(({ figures }) => figures.operatingProfitMarginTTM),
    medianDividendYield: of(({ figures }) => figures.dividendYield),
  }
}
