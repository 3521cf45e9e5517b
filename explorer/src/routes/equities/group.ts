import { inUnit, MISSING } from '../../lib/numbers.ts'

/** A sector or an industry. */
export interface Group {
  readonly sector: string
  readonly sectorSlug: string
  readonly industry?: string
  readonly industrySlug?: string
  readonly weight: number | null
  readonly companyCount: number
  readonly marketCap: number | null
  readonly trailingPE: number | null
  readonly priceToRevenue: number | null
  readonly enterpriseValueToEbitda: number | null
  readonly dividendYield: number | null
  readonly priceChangePercentage1d: number | null
  readonly priceChangePercentage7d: number | null
  readonly priceChangePercentage1m: number | null
  /** Share of the market cap that supplied each figure, 0 to 1. */
  readonly coverage: Readonly<Record<string, number>>
}

export type Ratio = 'trailingPE' | 'priceToRevenue' | 'enterpriseValueToEbitda'

// Below this share the service gives no ratio.
const MIN_COVERAGE = 0.6

/** A ratio, or how much of the group it would rest on where that is too little. */
export function ratioText(group: Pick<Group, Ratio | 'coverage'>, member: Ratio): string {
  const value = group[member]
  if (value !== null) return inUnit(value, 1, 2)
  const share = group.coverage[member]
  return share === undefined || share >= MIN_COVERAGE
    ? MISSING
    : `${MISSING} (${Math.floor(share * 100)}% known)`
}

/** The share behind the figure that rests on the least, in percent. */
export function lowestCoverage(coverage: Group['coverage']): number | null {
  const shares = Object.values(coverage)
  return shares.length === 0 ? null : Math.min(...shares) * 100
}
