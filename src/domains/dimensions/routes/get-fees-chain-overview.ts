import { defineRoute } from '../../../http/route.ts'
import { chainName, dataTypeOf, excludeFlags, NOW_STEP_SEC, READS_WITH_METHODS } from './asked.ts'
import { exampleFeesBody, exampleFeesRow, feesBody, feesExtras, feesRow } from './fees-names.ts'
import { coverageHeader } from './figures.ts'
import { exampleOverview, makeOverview, overviewSchema } from './overview.ts'

export const getFeesChainOverview = defineRoute({
  id: 'dimensions.getFeesChainOverview',
  summary: 'Fees and revenue on one chain',
  describe:
    'What the overview says of one chain. Totals leave out double-counted protocols. D is the last complete UTC day; a protocol that is late for D counts with the day before.',
  paths: { free: '/overview/fees/{chain}', pro: '/api/overview/fees/{chain}' },
  params: { chain: chainName },
  query: { ...excludeFlags, dataType: dataTypeOf('fees') },
  response: overviewSchema(feesBody, feesRow),
  headers: coverageHeader,
  example: { ...exampleOverview(exampleFeesBody, exampleFeesRow), chain: 'Ethereum' },
  reads: READS_WITH_METHODS,
  nowStepSec: NOW_STEP_SEC,
  handler: ({ params, query }, context) =>
    makeOverview(
      context,
      { metric: 'fees', chain: params.chain, ...query },
      feesExtras(context, params.chain),
    ),
})
