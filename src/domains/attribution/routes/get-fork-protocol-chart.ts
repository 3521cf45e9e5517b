import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { notFound } from '../../../lib/errors.ts'
import { registryState } from '../../registry/public.ts'
import { groupOf } from '../derive/chart-groups.ts'
import { columnOf, isShown } from '../derive/columns.ts'
import { readCharts } from '../read/charts.ts'
import { CHART_READS } from '../read/newest.ts'
import { pairs } from './chart-points.ts'
import { CHART_DESCRIBE, chartQuery, pointsExample, pointsSchema } from './chart-shapes.ts'

export const getForkProtocolChart = defineRoute({
  id: 'attribution.getForkProtocolChart',
  summary: 'TVL of all forks of a protocol over time',
  describe: `The TVL of the protocols that were forked from it directly; of a parent those forked from it or any of its children, each once. ${CHART_DESCRIBE}`,
  paths: { pro: '/api/v2/chart/fork/protocol/{protocol}' },
  params: { protocol: text('Slug of the original, a protocol or a parent.', 'indigo-swap') },
  query: chartQuery,
  response: pointsSchema,
  example: pointsExample,
  table: '[](timestamp,tvlUsd)',
  series: { rule: 'last' },
  reads: CHART_READS,
  handler: async ({ params, query }, context) => {
    const registry = await context.states.get(registryState, context.snapshot)
    const original = registry.get(params.protocol)
    const { totals, range } = await readCharts(context, query)
    const forks = groupOf(totals, original.isParent ? 'forkFamilies' : 'forks', original.id)
    if (forks.daily.length + forks.newest.length === 0)
      throw notFound(`${original.name} has no fork with a TVL record.`)
    const column = columnOf(forks, (place) => isShown(place, query.key))
    return pairs(column, range)
  },
})
