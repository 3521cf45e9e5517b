import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { sectorRows, topHoldings } from '../derive/market/sector-rows.ts'
import { listMembers, MARKET_FACTS } from '../read/market.ts'
import { exampleSector, sectorBody, sectorSchema } from './metric-schema.ts'

const SHOWN = 3

export const listSectors = defineRoute({
  id: 'equities.listSectors',
  operationId: 'listEquitySectors',
  summary: 'Sectors of the US market with their metrics',
  describe:
    'The largest first, in US dollars; weights, yields, margins and changes in percent. Ratios are of totals, null without a denominator above zero or when less than 60% of the market cap supplied their inputs; `coverage` says how much did. Changes are weighted by market cap at the start of each window. Companies without a sector are the row Unknown.',
  paths: { pro: '/equities/v1/sectors' },
  response: Type.Array(shape(sectorSchema)),
  example: [exampleSector],
  table: '[]',
  list: {},
  reads: MARKET_FACTS,
  nowStepSec: DAY_SEC,
  handler: async (_, context) => {
    const rows = sectorRows(await listMembers(context))
    return rows.map((row) => ({ ...sectorBody(row), topHoldings: topHoldings(row, SHOWN) }))
  },
})
