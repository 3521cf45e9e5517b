import { defineRoute } from '../../../http/route.ts'
import { namedGroups } from '../derive/chart-groups.ts'
import { columnsByGroup, isShown } from '../derive/columns.ts'
import { readCharts } from '../read/charts.ts'
import { CHART_READS } from '../read/newest.ts'
import { rowsByName } from './chart-points.ts'
import { breakdownSchema, CHART_DESCRIBE, chartQuery } from './chart-shapes.ts'

export const getOracleProtocolBreakdown = defineRoute({
  id: 'attribution.getOracleProtocolBreakdown',
  summary: 'TVL secured over time, by oracle',
  describe: `A protocol with two primary oracles counts for both, so the oracles may add up to more than the total. ${CHART_DESCRIBE}`,
  paths: { pro: '/api/v2/chart/oracle/protocol-breakdown' },
  query: chartQuery,
  response: breakdownSchema,
  example: [{ timestamp: 1_760_054_400, 'Beacon Feeds': 1_000_000, 'Plumb Line': 250_000 }],
  table: '[]<timestamp>{oracle}=tvlUsd',
  series: { rule: 'last' },
  reads: CHART_READS,
  handler: async ({ query }, context) => {
    const charts = await readCharts(context, query)
    const columns = columnsByGroup(namedGroups(charts.totals, 'oracles'), (place) =>
      isShown(place, query.key),
    )
    return rowsByName(columns, charts.range)
  },
})
