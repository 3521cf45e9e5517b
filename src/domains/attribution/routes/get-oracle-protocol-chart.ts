import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { groupOf } from '../derive/chart-groups.ts'
import { columnOf, isShown } from '../derive/columns.ts'
import { readCharts } from '../read/charts.ts'
import { CHART_READS } from '../read/newest.ts'
import { pairs } from './chart-points.ts'
import { CHART_DESCRIBE, chartQuery, pointsExample, pointsSchema } from './chart-shapes.ts'
import { getOracle } from './find-names.ts'

export const getOracleProtocolChart = defineRoute({
  id: 'attribution.getOracleProtocolChart',
  summary: 'TVL secured by one oracle over time',
  describe: `All of what it is the primary oracle of, and its part of what an aggregator it belongs to secures. ${CHART_DESCRIBE}`,
  paths: { pro: '/api/v2/chart/oracle/protocol/{protocol}' },
  params: {
    protocol: text('Name of the oracle, in any case, with spaces or dashes.', 'Beacon Feeds'),
  },
  query: chartQuery,
  response: pointsSchema,
  example: pointsExample,
  table: '[](timestamp,tvlUsd)',
  series: { rule: 'last' },
  reads: CHART_READS,
  handler: async ({ params, query }, context) => {
    const { totals, range } = await readCharts(context, query)
    const oracle = groupOf(totals, 'oracles', getOracle(params.protocol, totals))
    const column = columnOf(oracle, (place) => isShown(place, query.key))
    return pairs(column, range)
  },
})
