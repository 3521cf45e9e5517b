import { defineRoute } from '../../../http/route.ts'
import { namedGroups } from '../derive/chart-groups.ts'
import { columnsByGroup, isShown } from '../derive/columns.ts'
import { readCharts } from '../read/charts.ts'
import { CHART_READS } from '../read/newest.ts'
import { rowsByName } from './chart-points.ts'
import { breakdownSchema, CHART_DESCRIBE, chartQuery } from './chart-shapes.ts'

export const getForkProtocolBreakdown = defineRoute({
  id: 'attribution.getForkProtocolBreakdown',
  summary: 'TVL of forks over time, by original',
  describe: `For each original the TVL of the protocols that were forked from it directly. ${CHART_DESCRIBE}`,
  paths: { pro: '/api/v2/chart/fork/protocol-breakdown' },
  query: chartQuery,
  response: breakdownSchema,
  example: [{ timestamp: 1_760_054_400, 'Harbor Swap': 1_000_000, 'Cedar Lend': 250_000 }],
  table: '[]<timestamp>{fork}=tvlUsd',
  series: { rule: 'last' },
  reads: CHART_READS,
  handler: async ({ query }, context) => {
    const charts = await readCharts(context, query)
    const columns = columnsByGroup(namedGroups(charts.totals, 'forks'), (place) =>
      isShown(place, query.key),
    )
    return rowsByName(columns, charts.range)
  },
})
