import { defineRoute } from '../../../http/route.ts'
import { dataTypeOf, excludeFlags, NOW_STEP_SEC, READS_WITH_METHODS } from './asked.ts'
import { coverageHeader } from './figures.ts'
import { exampleOverview, makeOverview, overviewSchema } from './overview.ts'

export const getOpenInterestOverview = defineRoute({
  id: 'dimensions.getOpenInterestOverview',
  summary: 'Open interest of all exchanges',
  describe:
    'A level, not a flow: total24h is the end of the day, longer windows are averages, there is no total of all time.',
  paths: { free: '/overview/open-interest', pro: '/api/overview/open-interest' },
  query: { ...excludeFlags, dataType: dataTypeOf('open-interest') },
  response: overviewSchema(),
  headers: coverageHeader,
  example: exampleOverview(),
  reads: READS_WITH_METHODS,
  nowStepSec: NOW_STEP_SEC,
  handler: ({ query }, context) => makeOverview(context, { metric: 'open-interest', ...query }),
})
