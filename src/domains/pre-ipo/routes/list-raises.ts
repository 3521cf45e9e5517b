import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { titled } from '../../../http/schemas.ts'
import { disclosedRounds } from '../derive/disclosed-rounds.ts'
import { getCompany, readUpdatedMs } from '../read.ts'
import {
  companyQuery,
  envelope,
  envelopeSchema,
  exampleUpdatedAt,
  NOW_STEP_SEC,
  READS,
} from './envelope.ts'
import { exampleRound, roundItem, roundSchema } from './round-shape.ts'

export const listRaises = defineRoute({
  id: 'preIpo.listRaises',
  operationId: 'listPreIpoRaises',
  summary: 'Disclosed funding rounds of a private company',
  describe:
    'Oldest first. A round that several sources report is one: earliest date, median amount and valuation, highest-ranked label. Two reports mean the same round when they have the same series within 90 days, or amounts within a tenth of each other within 30 days.',
  paths: { pro: '/pre-ipo/v1/raises' },
  errors: ['snapshot_missing'],
  query: companyQuery,
  response: envelopeSchema(Type.Array(titled(roundSchema, 'PreIpoRoundRow'))),
  example: { updatedAt: exampleUpdatedAt, data: [exampleRound] },
  table: 'data[]',
  list: {},
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ query }, context) => {
    const { reports } = await getCompany(context, query.company)
    const rounds = disclosedRounds(reports.filter(({ atSec }) => atSec <= context.nowSec))
    return envelope(await readUpdatedMs(context), rounds.map(roundItem))
  },
})
