import { defineRoute } from '../../../http/route.ts'
import {
  dataTypeOf,
  excludeFlags,
  NOW_STEP_SEC,
  protocolName,
  READS_WITH_METHODS,
} from './asked.ts'
import { dexsChain, dexsSummary, dexsSummaryExtras, exampleDexsSummary } from './dexs-names.ts'
import { coverageHeader } from './figures.ts'
import { exampleSummary, makeSummary, summarySchema } from './summary.ts'

export const getDexsSummary = defineRoute({
  id: 'dimensions.getDexsSummary',
  summary: 'Volume of one exchange',
  describe:
    'Figures, charts by chain and version, and what is said of the protocol. A parent is the sum of its children.',
  paths: { free: '/summary/dexs/{protocol}', pro: '/api/summary/dexs/{protocol}' },
  params: { protocol: protocolName },
  query: { ...excludeFlags, dataType: dataTypeOf('dexs') },
  response: summarySchema(dexsSummary, dexsChain),
  headers: coverageHeader,
  example: exampleSummary(exampleDexsSummary, { volume24h: 42_000_000 }),
  reads: READS_WITH_METHODS,
  nowStepSec: NOW_STEP_SEC,
  handler: ({ params, query }, context) =>
    makeSummary(
      context,
      { metric: 'dexs', protocol: params.protocol, ...query },
      dexsSummaryExtras,
    ),
})
