import { described, integer } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { metricBlock } from '../derive/market/metric-block.ts'
import {
  companyMedians,
  concentration,
  countIndustries,
  type GroupRow,
  sectorRows,
  UNKNOWN,
} from '../derive/market/sector-rows.ts'
import { listMembers, MARKET_FACTS } from '../read/market.ts'
import { blockRecord, concentrationRecord, highlightRecord, medianRecord } from './metric-schema.ts'

const highlight = (description: string) => nullable(described(highlightRecord.schema, description))

export const getSectorsOverview = defineRoute({
  id: 'equities.getSectorsOverview',
  operationId: 'getEquitySectorsOverview',
  summary: 'The whole US market: metrics, medians, best and worst sector',
  describe:
    'The metric block over all US-listed companies with a market cap, medians over single companies, and the sectors that stand out today. Unknown is never one of those and is counted neither among the sectors nor among the industries.',
  paths: { pro: '/equities/v1/sectors-overview' },
  response: shape({
    ...blockRecord.members,
    ...medianRecord.members,
    medianMarketCap: concentrationRecord.members.medianMarketCap,
    sectorCount: integer('Number of sectors'),
    industryCount: integer('Number of industries'),
    bestSector1d: highlight('Largest gain over a day'),
    worstSector1d: highlight('Largest loss over a day'),
    largestSector: highlight('Largest market cap'),
  }),
  example: {
    ...blockRecord.example,
    ...medianRecord.example,
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
    largestSector: highlightRecord.example,
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
      ...blockRecord.item(metricBlock(members)),
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
  return row === undefined ? null : highlightRecord.item(row)
}
