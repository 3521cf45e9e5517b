import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { mapOf } from '../../../http/schemas.ts'
import { registryState } from '../../registry/public.ts'
import { readForks } from '../read/lists.ts'
import { CHART_READS } from '../read/newest.ts'

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
  handler: async (_, context) => {
    const registry = await context.states.get(registryState, context.snapshot)
    const nameOf = (id: string) => registry.byId(id)?.name ?? id
    const forks = await readForks(context)
    return Object.fromEntries(
      [...forks].map(([original, members]) => [original, members.map(({ id }) => nameOf(id))]),
    )
  },
})
