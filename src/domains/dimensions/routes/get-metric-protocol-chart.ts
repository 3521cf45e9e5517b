import { defineRoute } from '../../../http/route.ts'
import { getNamed, openView } from '../view.ts'
import { chartQuery, metricName, NOW_STEP_SEC, protocolName, READS } from './asked.ts'
import { chartSchema, exampleChart, totalChart } from './charts.ts'

export const getMetricProtocolChart = defineRoute({
  id: 'dimensions.getMetricProtocolChart',
  summary: 'A metric of one protocol over time',
  describe:
    'One point a day up to the last complete one; a day without any record has no point, and nothing is filled. A parent is the sum of its children.',
  paths: { pro: '/api/v2/chart/{metric}/protocol/{protocol}' },
  params: { metric: metricName, protocol: protocolName },
  query: chartQuery,
  response: chartSchema,
  example: exampleChart,
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    return totalChart(view, getNamed(params.protocol, view).members, query)
  },
})
