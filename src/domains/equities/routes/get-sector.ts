import Type from 'typebox'
import { nullableText, percent, usd } from '../../../http/described.ts'
import { quote, text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { companyMedians } from '../derive/market/company-medians.ts'
import { concentration } from '../derive/market/concentration.ts'
import { labelSlug, meansLabel } from '../derive/market/label-slug.ts'
import { type GroupRow, sectorRows, topHoldings } from '../derive/market/sector-rows.ts'
import { equitySectors } from '../facts.ts'
import { MARKET_FACTS } from '../read/market.ts'
import { listMembers } from '../read/members.ts'
import { readSectorDescription } from '../read/sectors.ts'
import { figureMembers, medianMembers, money } from './figure-members.ts'
import { EXAMPLE_SECTOR, sectorBody, sectorSchema } from './metric-schema.ts'

const SHOWN = 10
const RATIOS = [
  'trailingPE',
  'earningsYield',
  'priceToRevenue',
  'priceToBook',
  'enterpriseValueToEbitda',
  'operatingProfitMarginTTM',
  'dividendYield',
] as const

export const getSector = defineRoute({
  id: 'equities.getSector',
  operationId: 'getEquitySector',
  summary: 'One sector: metrics, valuation, concentration',
  describe:
    'The row of the sectors list with the ten largest companies, its valuation beside the medians over single companies, and how much of it the largest companies are. Mega caps are companies from `megaCapThreshold` US dollars on.',
  paths: { pro: '/equities/v1/sector' },
  query: { sector: text('Slug or label of a sector, any case.', 'technology') },
  response: shape({
    ...sectorSchema,
    description: nullableText('What it is, in words'),
    valuation: shape(
      {
        trailingPE: figureMembers.trailingPE,
        earningsYield: figureMembers.earningsYield,
        priceToRevenue: figureMembers.priceToRevenue,
        priceToBook: figureMembers.priceToBook,
        enterpriseValueToEbitda: figureMembers.enterpriseValueToEbitda,
        operatingProfitMarginTTM: figureMembers.operatingProfitMarginTTM,
        dividendYield: figureMembers.dividendYield,
        ...medianMembers,
      },
      { description: 'Ratios of the sector beside the medians of its companies' },
    ),
    concentration: shape(
      {
        top10MarketCapShare: percent('Share of the ten largest companies'),
        hhi: Type.Number({ description: 'Sum of squared percentages, 0 to 10,000' }),
        megaCapCount: Type.Integer({ description: 'Companies from megaCapThreshold on' }),
        megaCapThreshold: usd(),
        medianMarketCap: money('Median market cap of the companies'),
      },
      { description: 'How much of it the largest companies are' },
    ),
  }),
  example: {
    ...EXAMPLE_SECTOR,
    description: 'Makers of software, chips and devices.',
    valuation: {
      trailingPE: 26.04,
      earningsYield: 3.84,
      priceToRevenue: 4.03,
      priceToBook: 6.2,
      enterpriseValueToEbitda: 15.7,
      operatingProfitMarginTTM: 21.5,
      dividendYield: 0.9,
      medianTrailingPE: 28.1,
      medianPriceToRevenue: 4.4,
      medianPriceToBook: 6.6,
      medianEnterpriseValueToEbitda: 16.9,
      medianOperatingProfitMarginTTM: 19.8,
      medianDividendYield: 0.4,
    },
    concentration: {
      top10MarketCapShare: 88.1,
      hhi: 1_240,
      megaCapCount: 2,
      megaCapThreshold: 200_000_000_000,
      medianMarketCap: 41_000_000_000,
    },
  },
  reads: [...MARKET_FACTS, equitySectors],
  nowStepSec: DAY_SEC,
  handler: async ({ query }, context) => {
    const row = findSector(sectorRows(await listMembers(context)), query.sector)
    const { block, members, sector } = row
    return {
      ...sectorBody(row),
      topHoldings: topHoldings(row, SHOWN),
      description: await readSectorDescription(context.snapshot, sector),
      valuation: {
        ...Object.fromEntries(RATIOS.map((name) => [name, block[name]])),
        ...companyMedians(members),
      },
      concentration: concentration(members),
    }
  },
})

/**
 * The contract wants a 400 for an unknown sector, where other operations return an empty list.
 */
function findSector(rows: readonly GroupRow[], requested: string): GroupRow {
  const row = rows.find(({ sector }) => meansLabel(requested, sector))
  if (row === undefined) {
    const known = rows.map(({ sector }) => labelSlug(sector)).join(', ')
    throw invalidParameter(
      'sector',
      `must be one of ${known === '' ? 'the sectors, of which none is known yet' : known}, not ${quote(requested)}.`,
    )
  }
  return row
}
