import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { mapOf } from '../../../http/schemas.ts'
import { CHART_READS, readForks } from '../read/newest.ts'

export const getForkMetrics = defineRoute({
  id: 'attribution.getForkMetrics',
  summary: 'Protocols and their forks',
  describe:
    'From the name of each original to the names of the protocols that were forked from it directly, largest first.',
  paths: { pro: '/api/v2/metrics/fork' },
  response: mapOf(Type.Array(Type.String()), 'Names of the forks by the name of the original'),
  example: { 'Harbor Swap': ['Amber Swap', 'Cobalt Swap'] },
  table: '{fork}[]=protocol',
  reads: CHART_READS,
  handler: async (_, context) => Object.fromEntries(await readForks(context, 'name')),
})
