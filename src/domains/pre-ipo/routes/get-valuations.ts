import Type from 'typebox'
import { dayText, usd } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { field, record } from '../../../records/record.ts'
import { getCompany, readMonths, readUpdatedMs } from '../read.ts'
import { envelope, envelopeSchema, exampleUpdatedAt, ofCompany } from './envelope.ts'

const monthRecord = record({
  date: field(dayText('First day of the month'), '2026-01-01'),
  estimatedValuation: field(usd('Estimated valuation'), 4_120_000_000, 'valuationUsd'),
})

export const getValuations = defineRoute({
  ...ofCompany,
  id: 'preIpo.getValuations',
  operationId: 'getPreIpoValuations',
  summary: 'Estimated value of a private company by month',
  describe:
    'One point per calendar month, oldest first. The marks of each marketplace are averaged, then the marketplaces; rounded to 100 dollars. Months without a mark are skipped, the current one goes up to now.',
  paths: { pro: '/pre-ipo/v1/valuations' },
  response: envelopeSchema(Type.Array(monthRecord.schema)),
  example: { updatedAt: exampleUpdatedAt, data: [monthRecord.example] },
  table: 'data[]',
  series: { rule: 'last' },
  handler: async ({ query }, context) => {
    const { company } = await getCompany(context, query.company)
    const [months, updatedMs] = await Promise.all([
      readMonths(context, company),
      readUpdatedMs(context),
    ])
    return envelope(updatedMs, (months.get(company) ?? []).map(monthRecord.item))
  },
})
