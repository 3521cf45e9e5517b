import Type from 'typebox'
import { described, nullableText, usd } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { disclosedRounds } from '../derive/disclosed-rounds.ts'
import { valuationFigures } from '../derive/valuation-figures.ts'
import { getCompany, readMonths, readUpdatedMs } from '../read.ts'
import {
  companyQuery,
  envelope,
  envelopeSchema,
  exampleUpdatedAt,
  NOW_STEP_SEC,
  READS,
} from './envelope.ts'
import { exampleRound, roundItem, roundSchema } from './round-shape.ts'

export const getSummary = defineRoute({
  id: 'preIpo.getSummary',
  operationId: 'getPreIpoSummary',
  summary: 'A private company in short',
  describe:
    'What it does, what it is estimated to be worth and its newest round. `summary` is the description once more.',
  paths: { pro: '/pre-ipo/v1/summary' },
  errors: ['snapshot_missing'],
  query: companyQuery,
  response: envelopeSchema(
    shape({
      id: Type.String({ description: 'Id of the company' }),
      name: Type.String({ description: 'Name of the company' }),
      description: nullableText('What it does, in words'),
      summary: nullableText('The same as description'),
      website: nullableText('Web site'),
      sector: nullableText('Sector'),
      latestEstimatedValuation: nullable(
        usd('Newest estimate, or the last round’s post-money valuation'),
      ),
      lastValuationDate: nullableText('YYYY-MM-DD'),
      latestRaise: nullable(described(roundSchema, 'Its newest round; null when none is known')),
    }),
  ),
  example: {
    updatedAt: exampleUpdatedAt,
    data: {
      id: 'northwind-robotics',
      name: 'Northwind Robotics',
      description: 'Builds robots for warehouses.',
      summary: 'Builds robots for warehouses.',
      website: 'https://example.org',
      sector: 'Robotics',
      latestEstimatedValuation: 4_120_000_000,
      lastValuationDate: '2026-01-01',
      latestRaise: exampleRound,
    },
  },
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ query }, context) => {
    const company = await getCompany(context, query.company)
    const { id, name, description, website, sector, reports } = company
    const [months, updatedMs] = await Promise.all([readMonths(context, id), readUpdatedMs(context)])
    const rounds = disclosedRounds(reports.filter(({ atSec }) => atSec <= context.nowSec))
    const { latestEstimatedValuation, lastValuationDate } = valuationFigures(
      months.get(id) ?? [],
      rounds,
    )
    const newest = rounds.at(-1)
    const latestRaise = newest === undefined ? null : roundItem(newest)
    const described = { id, name, description, summary: description, website, sector }
    return envelope(updatedMs, {
      ...described,
      latestEstimatedValuation,
      lastValuationDate,
      latestRaise,
    })
  },
})
