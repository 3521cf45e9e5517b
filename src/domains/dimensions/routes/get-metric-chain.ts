import { defineRoute } from '../../../http/route.ts'
import { everything, narrowToChain, openView } from '../view.ts'
import { chainName, dataType, metricName, NOW_STEP_SEC, READS } from './asked.ts'
import { coverageHeader } from './figures.ts'
import { exampleTotals, metricTotals, totalsSchema } from './metric-totals.ts'

export const getMetricChain = defineRoute({
  id: 'dimensions.getMetricChain',
  summary: 'Totals of a metric on one chain',
  describe: 'All windows and changes of what lies on one chain.',
  paths: { pro: '/api/v2/metrics/{metric}/chain/{chain}' },
  params: { metric: metricName, chain: chainName },
  query: { dataType },
  response: totalsSchema(),
  headers: coverageHeader,
  example: { ...exampleTotals, chain: 'Ethereum' },
  reads: READS,
  nowStepSec: NOW_STEP_SEC,
  handler: async ({ params, query }, context) => {
    const view = await openView(context, params.metric, query.dataType)
    const chain = narrowToChain(everything(view), params.chain, view)
    return metricTotals(view, chain.members, { chain: chain.name })
  },
})
