import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { namedGroups } from '../derive/chart-groups.ts'
import { columnsByGroup, isShown } from '../derive/columns.ts'
import type { PlaceSum } from '../derive/group-totals.ts'
import { readCharts } from '../read/charts.ts'
import { CHART_READS } from '../read/newest.ts'
import { rowsByName } from './chart-points.ts'
import { breakdownSchema, CHART_DESCRIBE, chartQuery } from './chart-shapes.ts'
import { getSecuredChain } from './find-names.ts'

export const getOracleChainProtocolBreakdown = defineRoute({
  id: 'attribution.getOracleChainProtocolBreakdown',
  summary: 'TVL secured on one chain over time, by oracle',
  describe: `A protocol with two primary oracles counts for both. ${CHART_DESCRIBE}`,
  paths: { pro: '/api/v2/chart/oracle/chain/{chain}/protocol-breakdown' },
  params: { chain: text('Chain: name, slug, key, chain id or alias, in any case.', 'Ethereum') },
  query: chartQuery,
  response: breakdownSchema,
  example: [{ timestamp: 1_760_054_400, 'Beacon Feeds': 1_000_000, 'Plumb Line': 250_000 }],
  table: '[]<timestamp>{oracle}=tvlUsd',
  series: { rule: 'last' },
  reads: CHART_READS,
  handler: async ({ params, query }, context) => {
    const { totals, range } = await readCharts(context, query)
    const chain = getSecuredChain(params.chain, totals)
    const isWanted = (place: PlaceSum) => place.chain === chain && isShown(place, query.key)
    const columns = columnsByGroup(namedGroups(totals, 'oracles'), isWanted)
    return rowsByName(columns, range)
  },
})
