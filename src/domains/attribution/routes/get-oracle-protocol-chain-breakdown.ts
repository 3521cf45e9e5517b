import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { chains } from '../../registry/public.ts'
import { groupOf } from '../derive/chart-groups.ts'
import { columnsByChain } from '../derive/columns.ts'
import { readCharts } from '../read/charts.ts'
import { CHART_READS } from '../read/newest.ts'
import { rowsByName } from './chart-points.ts'
import { breakdownSchema, CHART_DESCRIBE, chartQuery } from './chart-shapes.ts'
import { getOracle } from './find-names.ts'

export const getOracleProtocolChainBreakdown = defineRoute({
  id: 'attribution.getOracleProtocolChainBreakdown',
  summary: 'TVL secured by one oracle over time, by chain',
  describe: `The chains add up to /api/v2/chart/oracle/protocol/{protocol}. ${CHART_DESCRIBE}`,
  paths: { pro: '/api/v2/chart/oracle/protocol/{protocol}/chain-breakdown' },
  params: {
    protocol: text('Name of the oracle, in any case, with spaces or dashes.', 'Beacon Feeds'),
  },
  query: chartQuery,
  response: breakdownSchema,
  example: [{ timestamp: 1_760_054_400, Ethereum: 1_000_000, Base: 250_000 }],
  table: '[]<timestamp>{chain}=tvlUsd',
  series: { rule: 'last' },
  reads: CHART_READS,
  handler: async ({ params, query }, context) => {
    const charts = await readCharts(context, query)
    const oracle = getOracle(params.protocol, charts.totals)
    const columns = columnsByChain(groupOf(charts.totals, 'oracles', oracle), query.key, (chain) =>
      chains.nameOf(chain),
    )
    return rowsByName(columns, charts.range)
  },
})
