import Type from 'typebox'
import { integer, number, percent, string, usd } from '../../../http/described.ts'
import { namedShape, nullable } from '../../../http/schemas.ts'
import { field, fieldsOf, record } from '../../../records/record.ts'
import { isoTimeOrNull } from '../derive/days.ts'
import { METRIC_NAMES, type MetricBlock, type MetricName } from '../derive/market/metric-block.ts'
import { type GroupRow, labelSlug, MEGA_CAP_USD } from '../derive/market/sector-rows.ts'

export const money = (what: string) => nullable(number(`${what}, currency of the listing`))
const ratio = (what: string) =>
  nullable(number(`${what}; null when it is unknown or not meaningful`))
const percentage = (what: string) => nullable(percent(what))
const priceChange = (since: string) => percentage(`Change of the price over ${since}`)

/** Figures that companies, industries and sectors share. TTM: the last twelve months. */
const figureFields = {
  marketCap: field(money('Market cap'), 1_250_000_000_000),
  marketCapChange1d: field(money('Change of the market cap over a day'), 9_900_000_000),
  dollarVolume24h: field(money('Value of the shares traded in the newest session'), 8_400_000_000),
  revenueTTM: field(money('Revenue, TTM'), 310_000_000_000),
  earningsTTM: field(money('Net income, TTM'), 48_000_000_000),
  ebitdaTTM: field(money('EBITDA, TTM'), 82_000_000_000),
  enterpriseValue: field(money('Market cap, debt and other claims less cash'), 1_290_000_000_000),
  employeeCount: field(nullable(number('Employees')), 840_000),
  trailingPE: field(ratio('Market cap ÷ earningsTTM'), 26.04),
  earningsYield: field(percentage('earningsTTM ÷ market cap'), 3.84),
  priceToRevenue: field(ratio('Market cap ÷ revenueTTM'), 4.03),
  priceToBook: field(ratio('Market cap ÷ shareholders’ equity'), 6.2),
  enterpriseValueToEbitda: field(ratio('Enterprise value ÷ ebitdaTTM'), 15.7),
  dividendYield: field(percentage('Dividends, TTM ÷ market cap'), 0.9),
  holdersYield: field(percentage('Dividends and buybacks, TTM ÷ market cap'), 2.1),
  operatingProfitMarginTTM: field(percentage('Operating income ÷ revenue, TTM'), 21.5),
  priceChangePercentage1d: field(priceChange('a day'), 0.8),
  priceChangePercentage7d: field(priceChange('seven days'), 1.9),
  priceChangePercentage1m: field(priceChange('a month'), -2.4),
  priceChangePercentage3m: field(priceChange('three months'), 5.1),
  priceChangePercentage6m: field(priceChange('six months'), 11.3),
  priceChangePercentageYtd: field(priceChange('the year so far'), 2.2),
  priceChangePercentage1y: field(priceChange('a year'), 18.7),
} satisfies Record<MetricName, unknown>
export const figureMembers = record(figureFields).members

const medianFields = {
  medianTrailingPE: field(ratio('Median trailingPE of the companies'), 28.1),
  medianPriceToRevenue: field(ratio('Median priceToRevenue of the companies'), 4.4),
  medianPriceToBook: field(ratio('Median priceToBook of the companies'), 6.6),
  medianEnterpriseValueToEbitda: field(
    ratio('Median enterpriseValueToEbitda of the companies'),
    16.9,
  ),
  medianOperatingProfitMarginTTM: field(
    percentage('Median operatingProfitMarginTTM of the companies'),
    19.8,
  ),
  medianDividendYield: field(percentage('Median dividendYield of the companies'), 0.4),
}
export const medianRecord = record(medianFields)

/** The valuation of a sector beside that of its companies. */
export const valuationRecord = record({
  trailingPE: figureFields.trailingPE,
  earningsYield: figureFields.earningsYield,
  priceToRevenue: figureFields.priceToRevenue,
  priceToBook: figureFields.priceToBook,
  enterpriseValueToEbitda: figureFields.enterpriseValueToEbitda,
  operatingProfitMarginTTM: figureFields.operatingProfitMarginTTM,
  dividendYield: figureFields.dividendYield,
  ...medianFields,
})

const sharePerMetric = Object.fromEntries(
  METRIC_NAMES.map((name) => [name, number('Share, 0 to 1')]),
) as Record<MetricName, Type.TNumber>
const ofBlock = fieldsOf<MetricBlock>()

/** The metric block as every sector and industry carries it. */
export const blockRecord = record({
  ...figureFields,
  companyCount: field(integer('Number of companies'), 14),
  coverage: field(
    namedShape('EquityCoverage', sharePerMetric, {
      description: 'Share of the market cap, 0 to 1, that supplied the inputs of a metric',
    }),
    Object.fromEntries(METRIC_NAMES.map((name) => [name, 1])) as Record<MetricName, number>,
  ),
  updatedAt: ofBlock(
    nullable(string('Time of the newest price, ISO 8601')),
    '2026-01-30T20:55:00Z',
    ({ updatedAtSec }) => isoTimeOrNull(updatedAtSec),
  ),
  volumeAsOf: ofBlock(
    nullable(string('Time of the newest volume, ISO 8601')),
    '2026-01-30T00:00:00Z',
    ({ volumeAsOfSec }) => isoTimeOrNull(volumeAsOfSec),
  ),
})

const nameFields = {
  sector: field(string('Label of the sector'), 'Technology'),
  sectorSlug: field(string('Slug of the sector'), 'technology', ({ sector }: { sector: string }) =>
    labelSlug(sector),
  ),
}
const weight = field(percent('Share of all market cap'), 31.5)

/** The place of a sector in the market. */
export const sectorRecord = record({
  ...nameFields,
  rank: field(integer('By market cap, 1 is the largest'), 1),
  weight,
  dollarVolumeShare24h: field(nullable(percent('Share of all dollar volume')), 35.2),
  industryCount: field(integer('Industries, without the unknown one'), 5),
})

/** A sector that stands out. */
export const highlightRecord = record(
  {
    ...nameFields,
    priceChangePercentage1d: field(
      figureMembers.priceChangePercentage1d,
      0.8,
      ({ block }: GroupRow) => block.priceChangePercentage1d,
    ),
    weight,
  },
  'EquitySectorHighlight',
)

const holdingRecord = record(
  {
    ticker: field(string('Ticker'), 'ZHRLN'),
    name: field(string('Name of the company'), 'Harborline Software Inc.'),
    marketCap: field(usd('Market cap'), 310_000_000_000),
    sectorWeight: field(percent('Share of the market cap of this row'), 24.8),
    priceChangePercentage1d: field(figureMembers.priceChangePercentage1d, 0.8),
  },
  'EquityHolding',
)
export const holdingsSchema = Type.Array(holdingRecord.schema, {
  description: 'Its largest companies, largest first',
})
export const exampleHoldings = [holdingRecord.example]

/** How much of a group its largest companies are. */
export const concentrationRecord = record({
  top10MarketCapShare: field(percent('Share of the ten largest companies'), 88.1),
  hhi: field(number('Sum of squared percentages, 0 to 10,000'), 1_240),
  megaCapCount: field(integer('Companies from megaCapThreshold on'), 2),
  megaCapThreshold: field(usd(), MEGA_CAP_USD),
  medianMarketCap: field(money('Median market cap of the companies'), 41_000_000_000),
})

export const sectorSchema = {
  ...sectorRecord.members,
  topHoldings: holdingsSchema,
  ...blockRecord.members,
}

export const exampleSector = {
  ...sectorRecord.example,
  topHoldings: exampleHoldings,
  ...blockRecord.example,
}

/** What a sector's row says besides its largest companies. */
export function sectorBody(row: GroupRow) {
  return { ...sectorRecord.item(row), ...blockRecord.item(row.block) }
}
