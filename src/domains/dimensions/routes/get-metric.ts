import { defineRoute } from '../../../http/route.ts'
import { everything, openView } from '../view.ts'
import { dataType, metricName, NOW_STEP_SEC, READS } from './asked.ts'
import { coverageHeader } from './figures.ts'
import { exampleTotals, metricTotals, totalsSchema } from './metric-totals.ts'

export const getMetric = defineRoute({
  id: 'dimensions.getMetric',
  summary: 'Totals of a metric',
  describe: 'All windows and changes over everybody who counts, without charts.',
  paths: { pro: '/api/v2/metrics/{metric}' },
  params: { metric: metricName },
  query: { dataType },
  response: totalsSchema(),
  headers: coverageHeader,
  example: exampleTotals,
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    return metricTotals(view, everything(view), {})
  },
})
