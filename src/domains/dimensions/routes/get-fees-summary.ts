import { defineRoute } from '../../../http/route.ts'
import {
  dataTypeOf,
  excludeFlags,
  NOW_STEP_SEC,
  protocolName,
  READS_WITH_METHODS,
} from './asked.ts'
import { coverageHeader } from './figures.ts'
import { exampleSummary, makeSummary, summarySchema } from './summary.ts'

export const getFeesSummary = defineRoute({
  id: 'dimensions.getFeesSummary',
  summary: 'Fees and revenue of one protocol',
  describe:
    'Figures, charts by chain and version, and what is said of the protocol. A parent is the sum of its children.',
  paths: { free: '/summary/fees/{protocol}', pro: '/api/summary/fees/{protocol}' },
  params: { protocol: protocolName },
  query: { ...excludeFlags, dataType: dataTypeOf('fees') },
  response: summarySchema(),
  headers: coverageHeader,
  example: exampleSummary(),
  reads: READS_WITH_METHODS,
  nowStepSec: NOW_STEP_SEC,
  handler: ({ params, query }, context) =>
    makeSummary(context, { metric: 'fees', protocol: params.protocol, ...query }),
})
