import { defineRoute } from '../../../http/route.ts'
import { everything, openView } from '../view.ts'
import { chartQuery, metricName, NOW_STEP_SEC, READS } from './asked.ts'
import { chartSchema, exampleChart, totalChart } from './charts.ts'

export const getMetricChart = defineRoute({
  id: 'dimensions.getMetricChart',
  summary: 'A metric over time',
  describe:
    'One point a day up to the last complete one; a day without any record has no point, and nothing is filled.',
  paths: { pro: '/api/v2/chart/{metric}' },
  params: { metric: metricName },
  query: chartQuery,
  response: chartSchema,
  example: exampleChart,
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    return totalChart(view, everything(view), query)
  },
})
