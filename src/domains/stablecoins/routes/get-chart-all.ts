import { defineRoute } from '../../../http/route.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { supplyChart } from '../derive/supply-chart.ts'
import { ASSET_FACTS, readAssets } from '../read/assets.ts'
import { chartExample, chartSchema, toChart } from './chart-points.ts'
import { coverageHeader, withCoverage } from './coverage.ts'
import { getLines, stablecoinFilter } from './named.ts'

export const getChartAll = defineRoute({
  id: 'stablecoins.getChartAll',
  operationId: 'getStablecoinChart',
  summary: 'Supply of all stablecoins over time',
  describe:
    'One point a day at 00:00 UTC, by peg type, in tokens and in US dollars (the last price of the day, else the exchange rate of the peg). `totalCarried` says how much of a point was carried from an earlier day.',
  paths: { free: '/stablecoincharts/all', pro: '/stablecoins/stablecoincharts/all' },
  query: { stablecoin: stablecoinFilter() },
  headers: coverageHeader,
  response: chartSchema,
  example: chartExample,
  table: '[]<date>*{pegType}',
  list: {},
  series: { rule: 'last' },
  reads: ASSET_FACTS,
  nowStepSec: DAY_SEC,
  handler: async ({ query }, context) => {
    const assets = await readAssets(context)
    const points = toChart(supplyChart(getLines(assets, undefined, query.stablecoin)))
    return withCoverage(points, assets, query)
  },
})
