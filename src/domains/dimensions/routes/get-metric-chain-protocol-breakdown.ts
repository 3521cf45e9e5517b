import { defineRoute } from '../../../http/route.ts'
import { everything, narrowToChain, openView } from '../view.ts'
import { chainName, chartQuery, metricName, NOW_STEP_SEC, READS } from './asked.ts'
import { breakdownSchema, protocolChart } from './charts.ts'

export const getMetricChainProtocolBreakdown = defineRoute({
  id: 'dimensions.getMetricChainProtocolBreakdown',
  summary: 'A metric on one chain over time by protocol',
  describe:
    'The parts of a day add up to the point of the chart; a part without a record that day is left out.',
  paths: { pro: '/api/v2/chart/{metric}/chain/{chain}/protocol-breakdown' },
  params: { metric: metricName, chain: chainName },
  query: chartQuery,
  response: breakdownSchema('protocol'),
  example: [[1_760_054_400, { 'Example Swap': 42_000_000 }]],
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    return protocolChart(view, narrowToChain(everything(view), params.chain, view).members, query)
  },
})
