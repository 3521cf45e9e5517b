import { median, percent, type Value } from '../arithmetic.ts'
import { type Member, type MetricBlock, metricBlock } from './metric-block.ts'

/** What companies without a sector or an industry are grouped as (equities.md#unknown-sector). */
export const UNKNOWN = 'Unknown'

/** Lower case, `&` is "and", and all that is no letter or digit is one dash. */
export function labelSlug(label: string): string {
  return label
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Whether a text is a label or its slug, in any case (equities.md#sector-names). */
export function meansLabel(text: string, label: string): boolean {
  return labelSlug(text) === labelSlug(label)
}

interface Labels<Label> {
  readonly sector?: Label | undefined
  readonly industry?: Label | undefined
}

/** Whether something is of the requested sector and industry; one that is not requested may be any. */
export function isOfLabels(
  asked: Labels<string>,
  { sector, industry }: Labels<string | null>,
): boolean {
  return (
    (asked.sector === undefined || meansLabel(asked.sector, sector ?? UNKNOWN)) &&
    (asked.industry === undefined || meansLabel(asked.industry, industry ?? UNKNOWN))
  )
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

/** All sectors, largest first (equities.md#partial-coverage, equities.md#unknown-sector). */
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

/** Industries by sector and name, without the unknown ones (equities.md#partial-coverage). */
export function countIndustries(members: readonly Member[]): number {
  const known = members.filter(({ industry }) => industry !== UNKNOWN)
  return new Set(known.map(({ sector, industry }) => `${labelSlug(sector)} ${labelSlug(industry)}`))
    .size
}

/** The largest companies of a group, with their weight in it. */
export function topHoldings({ members, block }: GroupRow, count: number) {
  return members.slice(0, count).map(({ ticker, name, marketCap, figures }) => ({
    ticker,
    name,
    marketCap,
    sectorWeight: percent(marketCap, block.marketCap) ?? 0,
    priceChangePercentage1d: figures.priceChangePercentage1d,
  }))
}

/** Medians over the companies that have the figure, each counting once whatever its size. */
export function companyMedians(members: readonly Member[]) {
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

export const MEGA_CAP_USD = 200_000_000_000
const TOP = 10

/** The share of the ten largest, and the sum of squared percentages (0 to 10,000). */
export function concentration(members: readonly Member[]) {
  const sorted = members.map(({ marketCap }) => marketCap).sort((a, b) => b - a)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const all = sum(sorted)
  return {
    top10MarketCapShare:
      sorted.length <= TOP ? 100 : (percent(sum(sorted.slice(0, TOP)), all) ?? 0),
    hhi: sum(sorted.map((value) => (percent(value, all) ?? 0) ** 2)),
    megaCapCount: sorted.filter((value) => value >= MEGA_CAP_USD).length,
    megaCapThreshold: MEGA_CAP_USD,
    medianMarketCap: median(sorted),
  }
}
