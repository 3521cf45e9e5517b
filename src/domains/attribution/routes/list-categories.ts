import Type from 'typebox'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { newestOf, overviewOf } from '../derive/chart-groups.ts'
import { PARTS } from '../derive/members.ts'
import { percentages } from '../derive/overview.ts'
import { readCharts } from '../read/charts.ts'
import { CHART_READS, readCategories } from '../read/newest.ts'
import { groupsByTime } from './chart-points.ts'
import { CHART_DESCRIBE, overviewSchema, rangeQuery } from './chart-shapes.ts'

export const listCategories = defineRoute({
  id: 'attribution.listCategories',
  summary: 'TVL of all categories over time',
  describe: `Every protocol counts in its category, one without a category in Others; chains and exchanges are left out. Sections are shown beside the TVL and are no part of it. ${CHART_DESCRIBE}`,
  paths: { pro: '/api/categories' },
  query: rangeQuery,
  response: shape({
    chart: overviewSchema({}, PARTS),
    categories: mapOf(
      Type.Array(Type.String()),
      'Slugs of the protocols of each category, largest first',
    ),
    categoryPercentages: mapOf(
      nullable(Type.Number()),
      'Percent of the newest TVL of all categories; they add up to 100',
    ),
  }),
  example: {
    chart: {
      1760054400: {
        Dexs: { tvl: 750_000, staking: 40_000 },
        Lending: { tvl: 250_000, borrowed: 90_000 },
      },
    },
    categories: { Dexs: ['harbor-swap', 'amber-swap'], Lending: ['cedar-lend'] },
    categoryPercentages: { Dexs: 75, Lending: 25 },
  },
  table: 'chart{timestamp:time}{category}',
  reads: CHART_READS,
  handler: async ({ query }, context) => {
    const { totals, range } = await readCharts(context, query)
    return {
      chart: groupsByTime(overviewOf(totals, 'categories'), range),
      categories: Object.fromEntries(await readCategories(context)),
      categoryPercentages: percentages(newestOf(totals, 'categories')),
    }
  },
})
