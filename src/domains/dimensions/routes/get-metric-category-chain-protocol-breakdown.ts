import { defineRoute } from '../../../http/route.ts'
import { everything, narrowToCategory, narrowToChain, openView } from '../view.ts'
import { categoryName, chainName, chartQuery, metricName, NOW_STEP_SEC, READS } from './asked.ts'
import { breakdownSchema, protocolChart } from './charts.ts'

export const getMetricCategoryChainProtocolBreakdown = defineRoute({
  id: 'dimensions.getMetricCategoryChainProtocolBreakdown',
  summary: 'A metric in one category on one chain over time by protocol',
  describe:
    'The parts of a day add up to the point of the chart; a part without a record that day is left out.',
  paths: { pro: '/api/v2/chart/{metric}/category/{category}/chain/{chain}/protocol-breakdown' },
  params: { metric: metricName, category: categoryName, chain: chainName },
  query: chartQuery,
  response: breakdownSchema('protocol'),
  example: [[1_760_054_400, { 'Example Swap': 42_000_000 }]],
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    const category = narrowToCategory(everything(view), params.category, view)
    return protocolChart(view, narrowToChain(category.members, params.chain, view).members, query)
  },
})
