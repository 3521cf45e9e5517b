import { defineRoute } from '../../../http/route.ts'
import { dataTypeOf, excludeFlags, NOW_STEP_SEC, READS_WITH_METHODS } from './asked.ts'
import { dexsBody, dexsExtras, dexsRow, exampleDexsBody, exampleDexsRow } from './dexs-names.ts'
import { coverageHeader } from './figures.ts'
import { exampleOverview, makeOverview, overviewSchema } from './overview.ts'

export const getDexsOverview = defineRoute({
  id: 'dimensions.getDexsOverview',
  summary: 'Volume of all exchanges',
  describe:
    'Totals leave out double-counted protocols. D is the last complete UTC day; a protocol that is late for D counts with the day before.',
  paths: { free: '/overview/dexs', pro: '/api/overview/dexs' },
  query: { ...excludeFlags, dataType: dataTypeOf('dexs') },
  response: overviewSchema(dexsBody, dexsRow),
  headers: coverageHeader,
  example: exampleOverview(exampleDexsBody, exampleDexsRow),
  reads: READS_WITH_METHODS,
  nowStepSec: NOW_STEP_SEC,
  handler: ({ query }, context) => makeOverview(context, { metric: 'dexs', ...query }, dexsExtras),
})
