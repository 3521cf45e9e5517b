import { defineRoute } from '../../../http/route.ts'
import { allOracles } from '../derive/chart-groups.ts'
import { columnOf, isShown } from '../derive/columns.ts'
import { readCharts } from '../read/charts.ts'
import { CHART_READS } from '../read/newest.ts'
import { pairs } from './chart-points.ts'
import { CHART_DESCRIBE, chartQuery, pointsExample, pointsSchema } from './chart-shapes.ts'

export const getOracleChart = defineRoute({
  id: 'attribution.getOracleChart',
  summary: 'TVL secured by any oracle over time',
  describe: `Every protocol that a primary oracle or an aggregator secures counts once. ${CHART_DESCRIBE}`,
  paths: { pro: '/api/v2/chart/oracle' },
  query: chartQuery,
  response: pointsSchema,
  example: pointsExample,
  table: '[](timestamp,tvlUsd)',
  series: { rule: 'last' },
  reads: CHART_READS,
  handler: async ({ query }, context) => {
    const { totals, range } = await readCharts(context, query)
    const column = columnOf(allOracles(totals), (place) => isShown(place, query.key))
    return pairs(column, range)
  },
})
