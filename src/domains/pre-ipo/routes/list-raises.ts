import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { titled } from '../../../http/schemas.ts'
import { disclosedRounds } from '../derive/disclosed-rounds.ts'
import { getCompany, readUpdatedMs } from '../read.ts'
import { roundRecord } from '../records.ts'
import { envelope, envelopeSchema, exampleUpdatedAt, ofCompany } from './envelope.ts'

export const listRaises = defineRoute({
  ...ofCompany,
  id: 'preIpo.listRaises',
  operationId: 'listPreIpoRaises',
  summary: 'Disclosed funding rounds of a private company',
  describe:
    'Oldest first. A round that several sources report is one: earliest date, median amount and valuation, highest-ranked label. Two reports mean the same round when they have the same series within 90 days, or amounts within a tenth of each other within 30 days.',
  paths: { pro: '/pre-ipo/v1/raises' },
  response: envelopeSchema(Type.Array(titled(roundRecord.schema, 'PreIpoRoundRow'))),
  example: { updatedAt: exampleUpdatedAt, data: [roundRecord.example] },
  table: 'data[]',
  list: {},
  handler: async ({ query }, context) => {
    const { reports } = await getCompany(context, query.company)
    const rounds = disclosedRounds(reports.filter(({ atSec }) => atSec <= context.nowSec))
    return envelope(await readUpdatedMs(context), rounds.map(roundRecord.item))
  },
})
