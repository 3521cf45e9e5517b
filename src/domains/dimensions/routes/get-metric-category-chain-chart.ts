import { defineRoute } from '../../../http/route.ts'
import { everything, narrowToCategory, narrowToChain, openView } from '../view.ts'
import { categoryName, chainName, chartQuery, metricName, NOW_STEP_SEC, READS } from './asked.ts'
import { chartSchema, exampleChart, totalChart } from './charts.ts'

export const getMetricCategoryChainChart = defineRoute({
  id: 'dimensions.getMetricCategoryChainChart',
  summary: 'A metric in one category on one chain over time',
  describe:
    'One point a day up to the last complete one; a day without any record has no point, and nothing is filled.',
  paths: { pro: '/api/v2/chart/{metric}/category/{category}/chain/{chain}' },
  params: { metric: metricName, category: categoryName, chain: chainName },
  query: chartQuery,
  response: chartSchema,
  example: exampleChart,
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    const category = narrowToCategory(everything(view), params.category, view)
    return totalChart(view, narrowToChain(category.members, params.chain, view).members, query)
  },
})
