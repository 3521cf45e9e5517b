import { defineRoute } from '../../../http/route.ts'
import { getNamed, openView } from '../view.ts'
import { chartQuery, metricName, NOW_STEP_SEC, protocolName, READS } from './asked.ts'
import { breakdownSchema, chainChart } from './charts.ts'

export const getMetricProtocolChainBreakdown = defineRoute({
  id: 'dimensions.getMetricProtocolChainBreakdown',
  summary: 'A metric of one protocol over time by chain',
  describe:
    'The parts of a day add up to the point of the chart; a part without a record that day is left out.',
  paths: { pro: '/api/v2/chart/{metric}/protocol/{protocol}/chain-breakdown' },
  params: { metric: metricName, protocol: protocolName },
  query: chartQuery,
  response: breakdownSchema('chain'),
  example: [[1_760_054_400, { Ethereum: 30_000_000, Arbitrum: 12_000_000 }]],
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    return chainChart(view, getNamed(params.protocol, view).members, query)
  },
})
