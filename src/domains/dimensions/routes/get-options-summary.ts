import { defineRoute } from '../../../http/route.ts'
import {
  dataTypeOf,
  excludeFlags,
  NOW_STEP_SEC,
  protocolName,
  READS_WITH_METHODS,
} from './asked.ts'
import { coverageHeader } from './figures.ts'
import { exampleOptionsSummary, optionsSummary, optionsSummaryExtras } from './options-names.ts'
import { exampleSummary, makeSummary, summarySchema } from './summary.ts'

export const getOptionsSummary = defineRoute({
  id: 'dimensions.getOptionsSummary',
  summary: 'Volume of one options exchange',
  describe:
    'Figures, charts by chain and version, and what is said of the protocol. A parent is the sum of its children.',
  paths: { free: '/summary/options/{protocol}', pro: '/api/summary/options/{protocol}' },
  params: { protocol: protocolName },
  query: { ...excludeFlags, dataType: dataTypeOf('options') },
  response: summarySchema(optionsSummary),
  headers: coverageHeader,
  example: exampleSummary(exampleOptionsSummary),
  reads: READS_WITH_METHODS,
  nowStepSec: NOW_STEP_SEC,
  handler: ({ params, query }, context) =>
    makeSummary(
      context,
      { metric: 'options', protocol: params.protocol, ...query },
      optionsSummaryExtras(context),
    ),
})
