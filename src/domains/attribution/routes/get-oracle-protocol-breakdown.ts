import { Rendered } from '../../../http/rendered.ts'
import { defineRoute } from '../../../http/route.ts'
import { PLAIN } from '../../tvl/public.ts'
import { writeRow } from '../derive/chart-text.ts'
import { columnsByGroup, isShown } from '../derive/columns.ts'
import { namedGroups } from '../derive/large-charts.ts'
import { largeBody, pointsOf, readCharts } from '../read/charts.ts'
import { CHART_READS } from '../read/newest.ts'
import { breakdownSchema, CHART_DESCRIBE, chartQuery } from './chart-shapes.ts'

export const getOracleProtocolBreakdown = defineRoute({
  id: 'attribution.getOracleProtocolBreakdown',
  summary: 'TVL secured over time, by oracle',
  describe: `A protocol with two primary oracles counts for both, so the oracles may add up to more than the total. ${CHART_DESCRIBE}`,
  paths: { pro: '/api/v2/chart/oracle/protocol-breakdown' },
  query: chartQuery,
  response: breakdownSchema,
  example: [{ timestamp: 1_760_054_400, 'Beacon Feeds': 1_000_000, 'Plumb Line': 250_000 }],
  reads: CHART_READS,
  handler: async ({ query }, context) => {
    const charts = await readCharts(context, query)
    if (query.key === PLAIN) return largeBody(charts, 'oracleBreakdown', '[', ']')
    const columns = columnsByGroup(namedGroups(charts.totals, 'oracles'), {
      isWanted: (place) => isShown(place, query.key),
    })
    return new Rendered(`[${pointsOf(columns, writeRow(columns), charts.range)}]`)
  },
})
