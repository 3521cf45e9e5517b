import Type from 'typebox'
import { dayText, usd } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { shape } from '../../../http/schemas.ts'
import { getCompany, readMonths, readUpdatedMs } from '../read.ts'
import { envelope, envelopeSchema, exampleUpdatedAt, ofCompany } from './envelope.ts'

export const getValuations = defineRoute({
  ...ofCompany,
  id: 'preIpo.getValuations',
  operationId: 'getPreIpoValuations',
  summary: 'Estimated value of a private company by month',
  describe:
    'One point per calendar month, oldest first. The marks of each marketplace are averaged, then the marketplaces; rounded to 100 dollars. Months without a mark are skipped, the current one goes up to now.',
  paths: { pro: '/pre-ipo/v1/valuations' },
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
  handler: async ({ query }, context) => {
    const { company } = await getCompany(context, query.company)
    const [months, updatedMs] = await Promise.all([
      readMonths(context, company),
      readUpdatedMs(context),
    ])
    const points = (months.get(company) ?? []).map(({ date, valuationUsd }) => ({
      date,
      estimatedValuation: valuationUsd,
    }))
    return envelope(updatedMs, points)
  },
})
