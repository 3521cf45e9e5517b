import Type from 'typebox'
import { dayText, usd } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { getCompany, readMonths, readUpdatedMs } from '../read.ts'
import {
  companyQuery,
  envelope,
  envelopeSchema,
  exampleUpdatedAt,
  NOW_STEP_SEC,
  READS,
} from './envelope.ts'

export const getValuations = defineRoute({
  id: 'preIpo.getValuations',
  operationId: 'getPreIpoValuations',
  summary: 'Estimated value of a private company by month',
  describe:
    'One point per calendar month, oldest first. The marks of each marketplace are averaged, then the marketplaces; rounded to 100 dollars. Months without a mark are skipped, the current one goes up to now.',
  paths: { pro: '/pre-ipo/v1/valuations' },
  errors: ['snapshot_missing'],
  query: companyQuery,
  response: envelopeSchema(
    Type.Array(
      shape({
        date: dayText('First day of the month'),
        estimatedValuation: usd('Estimated valuation'),
      }),
    ),
  ),
  example: {
    updatedAt: exampleUpdatedAt,
    data: [{ date: '2026-01-01', estimatedValuation: 4_120_000_000 }],
  },
  table: 'data[]',
  series: { rule: 'last' },
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ query }, context) => {
    const { id } = await getCompany(context, query.company)
    const [months, updatedMs] = await Promise.all([readMonths(context, id), readUpdatedMs(context)])
    const points = (months.get(id) ?? []).map(({ date, valuationUsd }) => ({
      date,
      estimatedValuation: valuationUsd,
    }))
    return envelope(updatedMs, points)
  },
})
