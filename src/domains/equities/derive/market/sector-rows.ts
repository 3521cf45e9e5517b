import { percent } from '../arithmetic.ts'
import { labelSlug, UNKNOWN } from './label-slug.ts'
import { type Member, type MetricBlock, metricBlock } from './metric-block.ts'

export interface Holding {
  ticker: string
  name: string
  marketCap: number
  /** Percent of the market cap of the group it is shown in. */
  sectorWeight: number
  priceChangePercentage1d: number | null
}

/** A sector, or an industry of a sector, with its companies, the largest first. */
export interface GroupRow {
  readonly sector: string
  readonly industry: string | undefined
  readonly members: readonly Member[]
  readonly block: MetricBlock
  readonly rank: number
  /** Percent of all market cap. */
  readonly weight: number
  readonly dollarVolumeShare24h: number | null
  /** Labels of its industries, without the unknown one. */
  readonly industryCount: number
}

/** All sectors, the largest first (contract; decisions 52, 53). */
export function sectorRows(members: readonly Member[]): GroupRow[] {
  return rowsBy(members, ({ sector }) => labelSlug(sector), false)
}

/** All industries; the same name in two sectors is two of them. */
export function industryRows(members: readonly Member[]): GroupRow[] {
  return rowsBy(
    members,
    ({ sector, industry }) => `${labelSlug(sector)} ${labelSlug(industry)}`,
    true,
  )
}

function rowsBy(
  members: readonly Member[],
  keyOf: (member: Member) => string,
  isIndustry: boolean,
): GroupRow[] {
  const market = metricBlock(members)
  const sorted = members.toSorted(
    (a, b) => b.marketCap - a.marketCap || (a.ticker < b.ticker ? -1 : 1),
  )
  return [...Map.groupBy(sorted, keyOf)]
    .map(([key, group]) => ({ key, group, block: metricBlock(group), largest: group[0] }))
    .sort((a, b) => (b.block.marketCap ?? 0) - (a.block.marketCap ?? 0) || (a.key < b.key ? -1 : 1))
    .map(({ group, block, largest }, index) => ({
      sector: largest?.sector ?? UNKNOWN,
      industry: isIndustry ? (largest?.industry ?? UNKNOWN) : undefined,
      members: group,
      block,
      rank: index + 1,
      weight: percent(block.marketCap, market.marketCap) ?? 0,
      dollarVolumeShare24h: percent(block.dollarVolume24h, market.dollarVolume24h),
      industryCount: countIndustries(group),
    }))
}

/** Industries by sector and name, without the unknown ones (decision 52). */
export function countIndustries(members: readonly Member[]): number {
  const known = members.filter(({ industry }) => industry !== UNKNOWN)
  return new Set(known.map(({ sector, industry }) => `${labelSlug(sector)} ${labelSlug(industry)}`))
    .size
}

/** The largest companies of a group. */
export function topHoldings({ members, block }: GroupRow, count: number): Holding[] {
  return members.slice(0, count).map(({ ticker, name, marketCap, figures }) => ({
    ticker,
    name,
    marketCap,
    sectorWeight: percent(marketCap, block.marketCap) ?? 0,
    priceChangePercentage1d: figures.priceChangePercentage1d,
  }))
}
