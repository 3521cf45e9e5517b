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

export const getDerivativesSummary = defineRoute({
  id: 'dimensions.getDerivativesSummary',
  summary: 'Volume of one derivatives exchange',
  describe:
    'Figures, charts by chain and version, and what is said of the protocol. A parent is the sum of its children.',
  paths: { pro: '/api/summary/derivatives/{protocol}' },
  params: { protocol: protocolName },
  query: { ...excludeFlags, dataType: dataTypeOf('derivatives') },
  response: summarySchema(),
  headers: coverageHeader,
  example: exampleSummary(),
  reads: READS_WITH_METHODS,
  nowStepSec: NOW_STEP_SEC,
  handler: ({ params, query }, context) =>
    makeSummary(context, { metric: 'derivatives', protocol: params.protocol, ...query }),
})
