import { defineRoute } from '../../../http/route.ts'
import { chainName, dataTypeOf, excludeFlags, NOW_STEP_SEC, READS_WITH_METHODS } from './asked.ts'
import { coverageHeader } from './figures.ts'
import {
  exampleOptionsBody,
  exampleOptionsRow,
  optionsBody,
  optionsExtras,
  optionsRow,
} from './options-names.ts'
import { exampleOverview, makeOverview, overviewSchema } from './overview.ts'

export const getOptionsChainOverview = defineRoute({
  id: 'dimensions.getOptionsChainOverview',
  summary: 'Volume of the options exchanges on one chain',
  describe:
    'What the overview says of one chain. Totals leave out double-counted protocols. D is the last complete UTC day; a protocol that is late for D counts with the day before.',
  paths: { free: '/overview/options/{chain}', pro: '/api/overview/options/{chain}' },
  params: { chain: chainName },
  query: { ...excludeFlags, dataType: dataTypeOf('options') },
  response: overviewSchema(optionsBody, optionsRow),
  headers: coverageHeader,
  example: { ...exampleOverview(exampleOptionsBody, exampleOptionsRow), chain: 'Ethereum' },
  reads: READS_WITH_METHODS,
  nowStepSec: NOW_STEP_SEC,
  handler: ({ params, query }, context) =>
    makeOverview(
      context,
      { metric: 'options', chain: params.chain, ...query },
      optionsExtras(context, params.chain),
    ),
})
