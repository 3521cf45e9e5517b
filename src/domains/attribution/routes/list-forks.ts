import Type from 'typebox'
import { integer } from '../../../http/described.ts'
import { defineRoute } from '../../../http/route.ts'
import { mapOf, shape } from '../../../http/schemas.ts'
import { overviewOf } from '../derive/chart-groups.ts'
import { PARTS } from '../derive/members.ts'
import { readCharts } from '../read/charts.ts'
import { CHART_READS, readForks } from '../read/newest.ts'
import { groupsByTime } from './chart-points.ts'
import { CHART_DESCRIBE, overviewSchema, rangeQuery } from './chart-shapes.ts'

export const listForks = defineRoute({
  id: 'attribution.listForks',
  summary: 'TVL of all forks over time, by original',
  describe: `For each original the TVL of the protocols that were forked from it directly, and how many of them had a record. Originals are keyed by name. ${CHART_DESCRIBE}`,
  paths: { pro: '/api/forks' },
  query: rangeQuery,
  response: shape({
    chart: overviewSchema({ forks: integer('Forks with TVL') }, PARTS),
    forks: mapOf(
      Type.Array(Type.String()),
      'Slugs of the forks by the name of the original, largest first',
    ),
    parentProtocols: mapOf(
      Type.String(),
      'Name of the original by the slug of the fork; of several the first',
    ),
  }),
  example: {
    chart: { 1760054400: { 'Harbor Swap': { tvl: 750_000, forks: 2 } } },
    forks: { 'Harbor Swap': ['amber-swap', 'cobalt-swap'] },
    parentProtocols: { 'amber-swap': 'Harbor Swap', 'cobalt-swap': 'Harbor Swap' },
  },
  table: 'chart{timestamp:time}{fork}',
  reads: CHART_READS,
  handler: async ({ query }, context) => {
    const { totals, range } = await readCharts(context, query)
    const forks = await readForks(context, 'slug')
    return {
      chart: groupsByTime(overviewOf(totals, 'forks'), range),
      forks: Object.fromEntries(forks),
      // Written from the last to the first, so that of several originals the first by name stays.
      parentProtocols: Object.fromEntries(
        forks.toReversed().flatMap(([name, list]) => list.map((slug) => [slug, name])),
      ),
    }
  },
})
