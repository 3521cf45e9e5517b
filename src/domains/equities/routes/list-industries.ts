import Type from 'typebox'
import { optionalText } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { percent } from '../derive/arithmetic.ts'
import { labelSlug, meansLabel, UNKNOWN } from '../derive/market/label-slug.ts'
import {
  type GroupRow,
  industryRows,
  sectorRows,
  topHoldings,
} from '../derive/market/sector-rows.ts'
import { MARKET_FACTS } from '../read/market.ts'
import { listMembers } from '../read/members.ts'
import {
  EXAMPLE_BLOCK,
  EXAMPLE_HOLDING,
  holdingsSchema,
  metricBody,
  metricSchema,
  sectorNames,
  shareMembers,
} from './metric-schema.ts'

const SHOWN = 3

export const listIndustries = defineRoute({
  id: 'equities.listIndustries',
  operationId: 'listEquityIndustries',
  summary: 'Industries of the US market with their metrics',
  describe:
    'The largest first. `rank` counts within the sector when `sector` is given, else over all industries; `weight` is the share of all market cap and `sectorWeight` that of the parent sector, in percent. The same name in two sectors is two rows. A sector or industry without companies gives an empty list.',
  paths: { pro: '/equities/v1/industries' },
  query: {
    sector: optionalText('Slug or label of a sector, any case.', 'technology'),
    industry: optionalText('Slug or label of an industry, any case.', 'application-software'),
  },
  response: Type.Array(
    shape({
      industry: Type.String({ description: 'Label of the industry' }),
      industrySlug: Type.String({ description: 'Slug of the industry' }),
      ...sectorNames,
      ...shareMembers,
      sectorWeight: Type.Number({ description: 'Share of the market cap of its sector, percent' }),
      topHoldings: holdingsSchema,
      ...metricSchema,
    }),
  ),
  example: [
    {
      industry: 'Software',
      industrySlug: 'software',
      sector: 'Technology',
      sectorSlug: 'technology',
      rank: 1,
      weight: 12.4,
      sectorWeight: 39.4,
      dollarVolumeShare24h: 14.9,
      topHoldings: [EXAMPLE_HOLDING],
      ...EXAMPLE_BLOCK,
    },
  ],
  table: '[]',
  list: {},
  reads: MARKET_FACTS,
  nowStepSec: DAY_SEC,
  handler: async ({ query }, context) => {
    const members = await listMembers(context)
    const capOfSector = new Map(
      sectorRows(members).map(({ sector, block }) => [labelSlug(sector), block.marketCap]),
    )
    const inSector = industryRows(members).filter(
      ({ sector }) => query.sector === undefined || meansLabel(query.sector, sector),
    )
    return inSector
      .map((row, index) => ({ row, rank: query.sector === undefined ? row.rank : index + 1 }))
      .filter(
        ({ row }) =>
          query.industry === undefined || meansLabel(query.industry, row.industry ?? UNKNOWN),
      )
      .map(({ row, rank }) =>
        industryBody(
          row,
          rank,
          percent(row.block.marketCap, capOfSector.get(labelSlug(row.sector)) ?? null) ?? 0,
        ),
      )
  },
})

function industryBody(row: GroupRow, rank: number, sectorWeight: number) {
  const { sector, weight, dollarVolumeShare24h, block } = row
  const industry = row.industry ?? UNKNOWN
  return {
    industry,
    industrySlug: labelSlug(industry),
    sector,
    sectorSlug: labelSlug(sector),
    rank,
    weight,
    sectorWeight,
    dollarVolumeShare24h,
    topHoldings: topHoldings(row, SHOWN),
    ...metricBody(block),
  }
}
