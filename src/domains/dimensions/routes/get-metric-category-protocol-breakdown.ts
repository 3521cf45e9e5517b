import { defineRoute } from '../../../http/route.ts'
import { everything, narrowToCategory, openView } from '../view.ts'
import { categoryName, chartQuery, metricName, NOW_STEP_SEC, READS } from './asked.ts'
import { breakdownSchema, protocolChart } from './charts.ts'

export const getMetricCategoryProtocolBreakdown = defineRoute({
  id: 'dimensions.getMetricCategoryProtocolBreakdown',
  summary: 'A metric in one category over time by protocol',
  describe:
    'The parts of a day add up to the point of the chart; a part without a record that day is left out.',
  paths: { pro: '/api/v2/chart/{metric}/category/{category}/protocol-breakdown' },
  params: { metric: metricName, category: categoryName },
  query: chartQuery,
  response: breakdownSchema('protocol'),
  example: [[1_760_054_400, { 'Example Swap': 42_000_000 }]],
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    return protocolChart(
      view,
      narrowToCategory(everything(view), params.category, view).members,
      query,
    )
  },
})
