import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { supplyChart } from '../derive/supply-chart.ts'
import { ASSET_FACTS, readAssets } from '../read/assets.ts'
import { chartExample, chartSchema, toChart } from './chart-points.ts'
import { coverageHeader, withCoverage } from './coverage.ts'
import { getChainKey, getLines, stablecoinFilter } from './named.ts'

export const getChartByChain = defineRoute({
  id: 'stablecoins.getChartByChain',
  operationId: 'getStablecoinChainChart',
  summary: 'Supply of stablecoins on a chain over time',
  describe:
    'The points of /stablecoincharts/all for one chain: what was bridged to other chains is taken off here and counted there.',
  paths: { free: '/stablecoincharts/{chain}', pro: '/stablecoins/stablecoincharts/{chain}' },
  params: { chain: text('Chain: name, slug, key, chain id or alias, in any case.', 'Ethereum') },
  query: { stablecoin: stablecoinFilter() },
  headers: coverageHeader,
  response: chartSchema,
  example: chartExample,
  table: '[]<date>*{pegType}',
  list: {},
  series: { rule: 'last' },
  reads: ASSET_FACTS,
  nowStepSec: DAY_SEC,
  handler: async ({ params, query }, context) => {
    const assets = await readAssets(context)
    const chain = getChainKey(assets, params.chain)
    const points = toChart(supplyChart(getLines(assets, chain, query.stablecoin)))
    return withCoverage(points, assets, { chain, stablecoin: query.stablecoin })
  },
})
