import Type from 'typebox'
import { text } from '../../../http/parameters.ts'
import { defineRoute } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { supplyChart } from '../derive/supply-chart.ts'
import { ASSET_FACTS, readAssets } from '../read/assets.ts'
import { coverageHeader, withCoverage } from '../read/coverage.ts'
import { pointRecord } from '../records.ts'
import { getChainKey, getLines, stablecoinFilter } from './named.ts'

/** What both charts of supply have. */
const common = {
  query: { stablecoin: stablecoinFilter() },
  headers: coverageHeader,
  response: Type.Array(pointRecord.schema),
  example: [pointRecord.example],
  table: '[]<date>*{pegType}',
  list: {},
  series: { rule: 'last' as const },
  reads: ASSET_FACTS,
  nowStepSec: DAY_SEC,
}

export const getChartAll = defineRoute({
  ...common,
  id: 'stablecoins.getChartAll',
  operationId: 'getStablecoinChart',
  summary: 'Supply of all stablecoins over time',
  describe:
    'One point a day at 00:00 UTC, by peg type, in tokens and in US dollars (the last price of the day, else the exchange rate of the peg). `totalCarried` says how much of a point was carried from an earlier day.',
  paths: { free: '/stablecoincharts/all', pro: '/stablecoins/stablecoincharts/all' },
  handler: async ({ query }, context) => {
    const assets = await readAssets(context)
    const points = supplyChart(getLines(assets, undefined, query.stablecoin))
    return withCoverage(points.map(pointRecord.item), assets, query)
  },
})

export const getChartByChain = defineRoute({
  ...common,
  id: 'stablecoins.getChartByChain',
  operationId: 'getStablecoinChainChart',
  summary: 'Supply of stablecoins on a chain over time',
  describe:
    'The points of /stablecoincharts/all for one chain: what was bridged to other chains is taken off here and counted there.',
  paths: { free: '/stablecoincharts/{chain}', pro: '/stablecoins/stablecoincharts/{chain}' },
  params: { chain: text('Chain: name, slug, key, chain id or alias, in any case.', 'Ethereum') },
  handler: async ({ params, query }, context) => {
    const assets = await readAssets(context)
    const chain = getChainKey(assets, params.chain)
    const points = supplyChart(getLines(assets, chain, query.stablecoin))
    return withCoverage(points.map(pointRecord.item), assets, { chain, ...query })
  },
})
