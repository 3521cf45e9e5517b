import Type from 'typebox'
import { percent, usd } from '../../../http/described.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { labelSlug } from '../derive/market/label-slug.ts'
import { METRIC_NAMES, type MetricBlock, type MetricName } from '../derive/market/metric-block.ts'
import type { GroupRow } from '../derive/market/sector-rows.ts'
import { figureMembers } from './figure-members.ts'
import { isoTimeOrNull } from './iso-time.ts'

const shares = Object.fromEntries(
  METRIC_NAMES.map((name) => [name, Type.Number({ description: 'Share, 0 to 1' })]),
) as Record<MetricName, Type.TNumber>

/** The metric block as every sector and industry carries it. */
export const metricSchema = {
  ...(figureMembers satisfies Record<MetricName, Type.TSchema>),
  companyCount: Type.Integer({ description: 'Number of companies' }),
  coverage: namedShape('EquityCoverage', shares, {
    description: 'Share of the market cap, 0 to 1, that supplied the inputs of a metric',
  }),
  updatedAt: nullable(Type.String({ description: 'Time of the newest price, ISO 8601' })),
  volumeAsOf: nullable(Type.String({ description: 'Time of the newest volume, ISO 8601' })),
}

const holdingSchema = namedShape('EquityHolding', {
  ticker: Type.String({ description: 'Ticker' }),
  name: Type.String({ description: 'Name of the company' }),
  marketCap: usd('Market cap'),
  sectorWeight: percent('Share of the market cap of this row'),
  priceChangePercentage1d: figureMembers.priceChangePercentage1d,
})

export function metricBody({ updatedAtSec, volumeAsOfSec, ...metrics }: MetricBlock) {
  return {
    ...metrics,
    updatedAt: isoTimeOrNull(updatedAtSec),
    volumeAsOf: isoTimeOrNull(volumeAsOfSec),
  }
}

export const sectorNames = {
  sector: Type.String({ description: 'Label of the sector' }),
  sectorSlug: Type.String({ description: 'Slug of the sector' }),
}
/** The place of a sector or industry in the market. */
export const shareMembers = {
  rank: Type.Integer({ description: 'By market cap, 1 is the largest' }),
  weight: percent('Share of all market cap'),
  dollarVolumeShare24h: nullable(percent('Share of all dollar volume')),
}
export const holdingsSchema = Type.Array(holdingSchema, {
  description: 'Its largest companies, largest first',
})

export const sectorSchema = {
  ...sectorNames,
  ...shareMembers,
  industryCount: Type.Integer({ description: 'Industries, without the unknown one' }),
  topHoldings: holdingsSchema,
  ...metricSchema,
}

/** What a sector's row says besides its largest companies. */
export function sectorBody({
  sector,
  rank,
  weight,
  dollarVolumeShare24h,
  industryCount,
  block,
}: GroupRow) {
  return {
    sector,
    sectorSlug: labelSlug(sector),
    rank,
    weight,
    dollarVolumeShare24h,
    industryCount,
    ...metricBody(block),
  }
}

export const EXAMPLE_HOLDING = {
  ticker: 'ZHRLN',
  name: 'Harborline Software Inc.',
  marketCap: 310_000_000_000,
  sectorWeight: 24.8,
  priceChangePercentage1d: 0.8,
}

const EXAMPLE_METRICS: Record<MetricName, number> = {
  marketCap: 1_250_000_000_000,
  marketCapChange1d: 9_900_000_000,
  dollarVolume24h: 8_400_000_000,
  revenueTTM: 310_000_000_000,
  earningsTTM: 48_000_000_000,
  ebitdaTTM: 82_000_000_000,
  enterpriseValue: 1_290_000_000_000,
  employeeCount: 840_000,
  trailingPE: 26.04,
  earningsYield: 3.84,
  priceToRevenue: 4.03,
  priceToBook: 6.2,
  enterpriseValueToEbitda: 15.7,
  dividendYield: 0.9,
  holdersYield: 2.1,
  operatingProfitMarginTTM: 21.5,
  priceChangePercentage1d: 0.8,
  priceChangePercentage7d: 1.9,
  priceChangePercentage1m: -2.4,
  priceChangePercentage3m: 5.1,
  priceChangePercentage6m: 11.3,
  priceChangePercentageYtd: 2.2,
  priceChangePercentage1y: 18.7,
}

export const EXAMPLE_BLOCK = {
  ...EXAMPLE_METRICS,
  companyCount: 14,
  coverage: Object.fromEntries(METRIC_NAMES.map((name) => [name, 1])),
  updatedAt: '2026-01-30T20:55:00Z',
  volumeAsOf: '2026-01-30T00:00:00Z',
}

export const EXAMPLE_SECTOR = {
  sector: 'Technology',
  sectorSlug: 'technology',
  rank: 1,
  weight: 31.5,
  dollarVolumeShare24h: 35.2,
  industryCount: 5,
  topHoldings: [EXAMPLE_HOLDING],
  ...EXAMPLE_BLOCK,
}
