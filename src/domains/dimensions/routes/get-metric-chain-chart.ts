import { defineRoute } from '../../../http/route.ts'
import { everything, narrowToChain, openView } from '../view.ts'
import { chainName, chartQuery, metricName, NOW_STEP_SEC, READS } from './asked.ts'
import { chartSchema, exampleChart, totalChart } from './charts.ts'

export const getMetricChainChart = defineRoute({
  id: 'dimensions.getMetricChainChart',
  summary: 'A metric on one chain over time',
  describe:
    'One point a day up to the last complete one; a day without any record has no point, and nothing is filled.',
  paths: { pro: '/api/v2/chart/{metric}/chain/{chain}' },
  params: { metric: metricName, chain: chainName },
  query: chartQuery,
  response: chartSchema,
  example: exampleChart,
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    return totalChart(view, narrowToChain(everything(view), params.chain, view).members, query)
  },
})
