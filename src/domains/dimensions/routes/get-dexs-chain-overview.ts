import { defineRoute } from '../../../http/route.ts'
import { chainName, dataTypeOf, excludeFlags, NOW_STEP_SEC, READS_WITH_METHODS } from './asked.ts'
import { dexsBody, dexsExtras, dexsRow, exampleDexsBody, exampleDexsRow } from './dexs-names.ts'
import { coverageHeader } from './figures.ts'
import { exampleOverview, makeOverview, overviewSchema } from './overview.ts'

export const getDexsChainOverview = defineRoute({
  id: 'dimensions.getDexsChainOverview',
  summary: 'Volume of the exchanges on one chain',
  describe:
    'What the overview says of one chain. Totals leave out double-counted protocols. D is the last complete UTC day; a protocol that is late for D counts with the day before.',
  paths: { free: '/overview/dexs/{chain}', pro: '/api/overview/dexs/{chain}' },
  params: { chain: chainName },
  query: { ...excludeFlags, dataType: dataTypeOf('dexs') },
  response: overviewSchema(dexsBody, dexsRow),
  headers: coverageHeader,
  example: { ...exampleOverview(exampleDexsBody, exampleDexsRow), chain: 'Ethereum' },
  reads: READS_WITH_METHODS,
  nowStepSec: NOW_STEP_SEC,
  handler: ({ params, query }, context) =>
    makeOverview(context, { metric: 'dexs', chain: params.chain, ...query }, dexsExtras),
})
