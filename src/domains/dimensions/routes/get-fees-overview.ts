import { defineRoute } from '../../../http/route.ts'
import { dataTypeOf, excludeFlags, NOW_STEP_SEC, READS_WITH_METHODS } from './asked.ts'
import { exampleFeesBody, exampleFeesRow, feesBody, feesExtras, feesRow } from './fees-names.ts'
import { coverageHeader } from './figures.ts'
import { exampleOverview, makeOverview, overviewSchema } from './overview.ts'

export const getFeesOverview = defineRoute({
  id: 'dimensions.getFeesOverview',
  summary: 'Fees and revenue of all protocols',
  describe:
    'Chains have rows of their own and are not part of the totals. What was not reported but follows from other figures is derived, and the methodology says so. Totals leave out double-counted protocols. D is the last complete UTC day; a protocol that is late for D counts with the day before.',
  paths: { free: '/overview/fees', pro: '/api/overview/fees' },
  query: { ...excludeFlags, dataType: dataTypeOf('fees') },
  response: overviewSchema(feesBody, feesRow),
  headers: coverageHeader,
  example: exampleOverview(exampleFeesBody, exampleFeesRow),
  reads: READS_WITH_METHODS,
  nowStepSec: NOW_STEP_SEC,
  handler: ({ query }, context) =>
    makeOverview(context, { metric: 'fees', ...query }, feesExtras(context)),
})
