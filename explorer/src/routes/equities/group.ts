import type { Body } from '../../api/request.ts'
import { inUnit, MISSING } from '../../lib/writing.ts'

type Sector = Body<'listEquitySectors'>[number]
type Industry = Body<'listEquityIndustries'>[number]

/** A sector or an industry. */
export type Group = Pick<Sector, keyof Sector & keyof Industry> &
  Partial<Pick<Industry, 'industry' | 'industrySlug'>>

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
