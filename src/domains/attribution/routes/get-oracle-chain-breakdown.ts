import { defineRoute } from '../../../http/route.ts'
import { chains } from '../../registry/public.ts'
import { allOracles } from '../derive/chart-groups.ts'
import { columnsByChain } from '../derive/columns.ts'
import { readCharts } from '../read/charts.ts'
import { CHART_READS } from '../read/newest.ts'
import { rowsByName } from './chart-points.ts'
import { breakdownSchema, CHART_DESCRIBE, chartQuery } from './chart-shapes.ts'

export const getOracleChainBreakdown = defineRoute({
  id: 'attribution.getOracleChainBreakdown',
  summary: 'TVL secured by any oracle over time, by chain',
  describe: `Each protocol counts once on each of its chains, so the chains add up to /api/v2/chart/oracle. ${CHART_DESCRIBE}`,
  paths: { pro: '/api/v2/chart/oracle/chain-breakdown' },
  query: chartQuery,
  response: breakdownSchema,
  example: [{ timestamp: 1_760_054_400, Ethereum: 1_000_000, Base: 250_000 }],
  table: '[]<timestamp>{chain}=tvlUsd',
  series: { rule: 'last' },
  reads: CHART_READS,
  handler: async ({ query }, context) => {
    const charts = await readCharts(context, query)
    const columns = columnsByChain(allOracles(charts.totals), query.key, (chain) =>
      chains.nameOf(chain),
    )
    return rowsByName(columns, charts.range)
  },
})
