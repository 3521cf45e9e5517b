import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { allOracles } from '../derive/chart-groups.ts'
import { columnOf, isShown } from '../derive/columns.ts'
import type { PlaceSum } from '../derive/group-totals.ts'
import { readCharts } from '../read/charts.ts'
import { CHART_READS } from '../read/newest.ts'
import { pairs } from './chart-points.ts'
import { CHART_DESCRIBE, chartQuery, pointsExample, pointsSchema } from './chart-shapes.ts'
import { getSecuredChain } from './find-names.ts'

export const getOracleChainChart = defineRoute({
  id: 'attribution.getOracleChainChart',
  summary: 'TVL secured by any oracle on one chain over time',
  describe: `Every protocol that an oracle secures on the chain counts once. ${CHART_DESCRIBE}`,
  paths: { pro: '/api/v2/chart/oracle/chain/{chain}' },
  params: { chain: text('Chain: name, slug, key, chain id or alias, in any case.', 'Ethereum') },
  query: chartQuery,
  response: pointsSchema,
  example: pointsExample,
  table: '[](timestamp,tvlUsd)',
  series: { rule: 'last' },
  reads: CHART_READS,
  handler: async ({ params, query }, context) => {
    const { totals, range } = await readCharts(context, query)
    const chain = getSecuredChain(params.chain, totals)
    const isWanted = (place: PlaceSum) => place.chain === chain && isShown(place, query.key)
    const column = columnOf(allOracles(totals), isWanted)
    return pairs(column, range)
  },
})
