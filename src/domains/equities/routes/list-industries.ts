import Type from 'typebox'
import { number, string } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { percent } from '../derive/arithmetic.ts'
import {
  type GroupRow,
  industryRows,
  isOfLabels,
  labelSlug,
  sectorRows,
  topHoldings,
  UNKNOWN,
} from '../derive/market/sector-rows.ts'
import { listMembers, MARKET_FACTS } from '../read/market.ts'
import { blockRecord, exampleHoldings, holdingsSchema, sectorRecord } from './metric-schema.ts'
import { labelQuery } from './parameters.ts'

const SHOWN = 3
const { industryCount: _, ...placeMembers } = sectorRecord.members

export const listIndustries = defineRoute({
  id: 'equities.listIndustries',
  operationId: 'listEquityIndustries',
  summary: 'Industries of the US market with their metrics',
  describe:
    'The largest first. `rank` counts within the sector when `sector` is given, else over all industries; `weight` is the share of all market cap and `sectorWeight` that of the parent sector, in percent. The same name in two sectors is two rows. A sector or industry without companies gives an empty list.',
  paths: { pro: '/equities/v1/industries' },
  query: labelQuery,
  response: Type.Array(
    shape({
      industry: string('Label of the industry'),
      industrySlug: string('Slug of the industry'),
      ...placeMembers,
      sectorWeight: number('Share of the market cap of its sector, percent'),
      topHoldings: holdingsSchema,
      ...blockRecord.members,
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
      topHoldings: exampleHoldings,
      ...blockRecord.example,
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
    const { sector } = query
    return industryRows(members)
      .filter((row) => isOfLabels({ sector }, row))
      .map((row, index) => ({ row, rank: sector === undefined ? row.rank : index + 1 }))
      .filter(({ row }) => isOfLabels(query, row))
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
    ...blockRecord.item(block),
  }
}
