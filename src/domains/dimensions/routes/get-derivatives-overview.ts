import { defineRoute } from '../../../http/route.ts'
import { dataTypeOf, excludeFlags, NOW_STEP_SEC, READS_WITH_METHODS } from './asked.ts'
import { coverageHeader } from './figures.ts'
import { exampleOverview, makeOverview, overviewSchema } from './overview.ts'

export const getDerivativesOverview = defineRoute({
  id: 'dimensions.getDerivativesOverview',
  summary: 'Volume of all derivatives exchanges',
  describe:
    'Totals leave out double-counted protocols. D is the last complete UTC day; a protocol that is late for D counts with the day before.',
  paths: { pro: '/api/overview/derivatives' },
  query: { ...excludeFlags, dataType: dataTypeOf('derivatives') },
  response: overviewSchema(),
  headers: coverageHeader,
  example: exampleOverview(),
  reads: READS_WITH_METHODS,
  nowStepSec: NOW_STEP_SEC,
  handler: ({ query }, context) => makeOverview(context, { metric: 'derivatives', ...query }),
})
