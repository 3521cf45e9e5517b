import { defineRoute } from '../../../http/route.ts'
import { everything, openView } from '../view.ts'
import { chartQuery, metricName, NOW_STEP_SEC, READS } from './asked.ts'
import { breakdownSchema, chainChart } from './charts.ts'

export const getMetricChainBreakdown = defineRoute({
  id: 'dimensions.getMetricChainBreakdown',
  summary: 'A metric over time by chain',
  describe:
    'The parts of a day add up to the point of the chart; a part without a record that day is left out.',
  paths: { pro: '/api/v2/chart/{metric}/chain-breakdown' },
  params: { metric: metricName },
  query: chartQuery,
  response: breakdownSchema('chain'),
  example: [[1_760_054_400, { Ethereum: 30_000_000, Arbitrum: 12_000_000 }]],
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    return chainChart(view, everything(view), query)
  },
})
