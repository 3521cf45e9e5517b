import { described, nullableText } from '../../../http/described.ts'
import { quote, text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import {
  companyMedians,
  concentration,
  type GroupRow,
  labelSlug,
  meansLabel,
  sectorRows,
  topHoldings,
} from '../derive/market/sector-rows.ts'
import { equitySectors } from '../facts.ts'
import { listMembers, MARKET_FACTS, readSectorDescription } from '../read/market.ts'
import {
  concentrationRecord,
  exampleSector,
  sectorBody,
  sectorSchema,
  valuationRecord,
} from './metric-schema.ts'

const SHOWN = 10
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
    valuation: described(
      valuationRecord.schema,
      'Ratios of the sector beside the medians of its companies',
    ),
    concentration: described(
      concentrationRecord.schema,
      'How much of it the largest companies are',
    ),
  }),
  example: {
    ...exampleSector,
    description: 'Makers of software, chips and devices.',
    valuation: valuationRecord.example,
    concentration: concentrationRecord.example,
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
      valuation: valuationRecord.item({ ...block, ...companyMedians(members) }),
      concentration: concentration(members),
    }
  },
})

/** The contract wants a 400 for an unknown sector; other operations give an empty list. */
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
