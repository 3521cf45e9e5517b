import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { namedShape, nullable, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { companyMedians } from '../derive/market/company-medians.ts'
import { concentration } from '../derive/market/concentration.ts'
import { labelSlug, UNKNOWN } from '../derive/market/label-slug.ts'
import { metricBlock } from '../derive/market/metric-block.ts'
import { countIndustries, type GroupRow, sectorRows } from '../derive/market/sector-rows.ts'
import { MARKET_FACTS } from '../read/market.ts'
import { listMembers } from '../read/members.ts'
import { figureMembers, medianMembers, money } from './figure-members.ts'
import {
  EXAMPLE_BLOCK,
  metricBody,
  metricSchema,
  sectorNames,
  shareMembers,
} from './metric-schema.ts'

const named = (description: string) =>
  nullable(
    namedShape(
      'EquitySectorHighlight',
      {
        ...sectorNames,
        priceChangePercentage1d: figureMembers.priceChangePercentage1d,
        weight: shareMembers.weight,
      },
      { description },
    ),
  )

export const getSectorsOverview = defineRoute({
  id: 'equities.getSectorsOverview',
  operationId: 'getEquitySectorsOverview',
  summary: 'The whole US market: metrics, medians, best and worst sector',
  describe:
    'The metric block over all US-listed companies with a market cap, medians over single companies, and the sectors that stand out today. Unknown is never one of those and is counted neither among the sectors nor among the industries.',
  paths: { pro: '/equities/v1/sectors-overview' },
  response: shape({
    ...metricSchema,
    ...medianMembers,
    medianMarketCap: money('Median market cap of the companies'),
    sectorCount: Type.Integer({ description: 'Number of sectors' }),
    industryCount: Type.Integer({ description: 'Number of industries' }),
    bestSector1d: named('Largest gain over a day'),
    worstSector1d: named('Largest loss over a day'),
    largestSector: named('Largest market cap'),
  }),
  example: {
    ...EXAMPLE_BLOCK,
    medianTrailingPE: 21.4,
    medianPriceToRevenue: 2.8,
    medianPriceToBook: 3.9,
    medianEnterpriseValueToEbitda: 13.1,
    medianOperatingProfitMarginTTM: 14.2,
    medianDividendYield: 1.1,
    medianMarketCap: 18_000_000_000,
    sectorCount: 11,
    industryCount: 40,
    bestSector1d: {
      sector: 'Energy',
      sectorSlug: 'energy',
      priceChangePercentage1d: 1.9,
      weight: 6.1,
    },
    worstSector1d: {
      sector: 'Utilities',
      sectorSlug: 'utilities',
      priceChangePercentage1d: -1.2,
      weight: 3.3,
    },
    largestSector: {
      sector: 'Technology',
      sectorSlug: 'technology',
      priceChangePercentage1d: 0.8,
      weight: 31.5,
    },
  },
  reads: MARKET_FACTS,
  nowStepSec: DAY_SEC,
  handler: async (_, context) => {
    const members = await listMembers(context)
    const known = sectorRows(members).filter(({ sector }) => sector !== UNKNOWN)
    const moved = known
      .flatMap((row) => {
        const changePct = row.block.priceChangePercentage1d
        return changePct === null ? [] : [{ row, changePct }]
      })
      .sort((a, b) => b.changePct - a.changePct)
    return {
      ...metricBody(metricBlock(members)),
      ...companyMedians(members),
      medianMarketCap: concentration(members).medianMarketCap,
      sectorCount: known.length,
      industryCount: countIndustries(members),
      bestSector1d: nameOf(moved[0]?.row),
      worstSector1d: nameOf(moved.at(-1)?.row),
      largestSector: nameOf(known[0]),
    }
  },
})

function nameOf(row: GroupRow | undefined) {
  if (row === undefined) return null
  const { sector, weight, block } = row
  return {
    sector,
    sectorSlug: labelSlug(sector),
    priceChangePercentage1d: block.priceChangePercentage1d,
    weight,
  }
}
