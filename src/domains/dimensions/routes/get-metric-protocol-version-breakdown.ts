import { defineRoute } from '../../../http/route.ts'
import { getNamed, openView } from '../view.ts'
import { chartQuery, metricName, NOW_STEP_SEC, protocolName, READS } from './asked.ts'
import { breakdownSchema, versionChart } from './charts.ts'

export const getMetricProtocolVersionBreakdown = defineRoute({
  id: 'dimensions.getMetricProtocolVersionBreakdown',
  summary: 'A metric of one protocol over time by version',
  describe:
    'By child of a parent, or by version within a protocol; one without versions is its own only one. The parts of a day add up to the point of the chart; a part without a record that day is left out.',
  paths: { pro: '/api/v2/chart/{metric}/protocol/{protocol}/version-breakdown' },
  params: { metric: metricName, protocol: protocolName },
  query: chartQuery,
  response: breakdownSchema('version'),
  example: [[1_760_054_400, { 'Example Swap V2': 30_000_000, 'Example Swap V3': 12_000_000 }]],
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    return versionChart(view, getNamed(params.protocol, view).members, query)
  },
})
