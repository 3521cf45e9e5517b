import Type from 'typebox'
import { integer } from '../../../http/described.ts'
import { someOf } from '../../../http/parameters.ts'
import type { Rows } from '../../../http/render/rows.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, nullable, shape } from '../../../http/schemas.ts'
import { invalidParameter } from '../../../lib/errors.ts'
import { chains } from '../../registry/public.ts'
import { chartDays, type PointRange } from '../derive/chart-days.ts'
import { namedGroups, newestOf, overviewOf } from '../derive/chart-groups.ts'
import type { Column } from '../derive/columns.ts'
import { chainFigures, percentages } from '../derive/overview.ts'
import { type Charts, readCharts } from '../read/charts.ts'
import { CHART_READS, readSecuredLists } from '../read/newest.ts'
import { groupsByTime } from './chart-points.ts'
import { CHART_DESCRIBE, overviewSchema, rangeQuery } from './chart-shapes.ts'
import { securedExample, securedSchema } from './get-oracle-metrics.ts'

export const listOracles = defineRoute({
  id: 'attribution.listOracles',
  summary: 'TVL secured by all oracles over time',
  describe: `A primary oracle secures all of a protocol’s TVL, the members of an aggregator equal parts of it, the others nothing. Bridges are left out. ${CHART_DESCRIBE}`,
  paths: { pro: '/api/oracles' },
  query: {
    ...rangeQuery,
    include: someOf(
      '`chainChart` adds the chart of each oracle by chain and section, which is large.',
      ['chainChart'],
    ),
  },
  response: shape({
    chart: overviewSchema({ protocolsSecured: integer('Protocols with TVL that it secures') }, []),
    ...securedSchema,
    totalValueSecured: mapOf(Type.Number(), 'USD, at the newest record'),
    dominance: mapOf(
      nullable(Type.Number()),
      'Percent of the sum of all oracles; they add up to 100',
    ),
    chainChart: Type.Optional(
      mapOf(
        mapOf(mapOf(Type.Number(), 'USD by `<Chain>` or `<Chain>-<section>`'), 'By oracle'),
        'By time; with include=chainChart',
      ),
    ),
  }),
  example: {
    chart: {
      1760054400: { 'Beacon Feeds': { tvl: 1_250_000, protocolsSecured: 2, borrowed: 90_000 } },
    },
    ...securedExample,
    totalValueSecured: { 'Beacon Feeds': 1_250_000 },
    dominance: { 'Beacon Feeds': 100 },
  },
  table: 'chart{timestamp:time}{oracle}',
  reads: CHART_READS,
  handler: async ({ query }, context) => {
    const charts = await readCharts(context, query)
    const secured = newestOf(charts.totals, 'oracles')
    return {
      ...(query.include.has('chainChart') && { chainChart: chainPoints(charts) }),
      chart: groupsByTime(overviewOf(charts.totals, 'oracles'), charts.range),
      ...(await readSecuredLists(context)),
      totalValueSecured: Object.fromEntries(secured),
      dominance: percentages(secured),
    }
  },
})

// About 15 MB of text: what one response may take of memory and time.
const MAX_FIGURES = 500_000

/** Points of each oracle by chain and section. */
function chainPoints({ totals, range }: Charts): Rows {
  const groups = chainFigures(namedGroups(totals, 'oracles'), (chain) => chains.nameOf(chain))
  const columns = groups.flatMap(({ figures }) => figures)
  requireModestSize(columns, range)
  return groupsByTime(groups, range)
}

/** Throws a 400 that says how to ask for fewer figures, when a chart would have too many. */
function requireModestSize(columns: readonly Column[], range: PointRange): void {
  const figures = columns.reduce((count, column) => {
    const { fromDay, untilDay } = chartDays([column], range)
    return count + untilDay - fromDay + 1
  }, 0)
  if (figures <= MAX_FIGURES) return
  throw invalidParameter(
    'include',
    `chainChart would have ${figures} figures, of at most ${MAX_FIGURES}. Choose a later \`start\` or an earlier \`end\`.`,
  )
}
