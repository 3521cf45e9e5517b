import { defineRoute } from '../../../http/route.ts'
import { disclosedRounds } from '../derive/disclosed-rounds.ts'
import { valuationFigures } from '../derive/valuation-figures.ts'
import { getCompany, readMonths, readUpdatedMs } from '../read.ts'
import { roundRecord, summaryRecord } from '../records.ts'
import { envelope, envelopeSchema, exampleUpdatedAt, ofCompany } from './envelope.ts'

export const getSummary = defineRoute({
  ...ofCompany,
  id: 'preIpo.getSummary',
  operationId: 'getPreIpoSummary',
  summary: 'A private company in short',
  describe:
    'What it does, what it is estimated to be worth and its newest round. `summary` is the description once more.',
  paths: { pro: '/pre-ipo/v1/summary' },
  response: envelopeSchema(summaryRecord.schema),
  example: { updatedAt: exampleUpdatedAt, data: summaryRecord.example },
  handler: async ({ query }, context) => {
    const company = await getCompany(context, query.company)
    const [months, updatedMs] = await Promise.all([
      readMonths(context, company.company),
      readUpdatedMs(context),
    ])
    const rounds = disclosedRounds(company.reports.filter(({ atSec }) => atSec <= context.nowSec))
    const newest = rounds.at(-1)
    const summary = {
      ...company,
      ...valuationFigures(months.get(company.company) ?? [], rounds),
      latestRaise: newest === undefined ? null : roundRecord.item(newest),
    }
    return envelope(updatedMs, summaryRecord.item(summary))
  },
})
