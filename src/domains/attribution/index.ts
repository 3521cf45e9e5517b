import type { Domain } from '../domain.ts'
import { forkLinks, oracleLinks } from './facts.ts'
import { attributionMirror } from './ingest/responses.ts'
import { chartRoutes, forkChartRoutes } from './routes/chart-routes.ts'
import { getForkMetrics } from './routes/get-fork-metrics.ts'
import { getOracleMetrics } from './routes/get-oracle-metrics.ts'
import { listCategories } from './routes/list-categories.ts'
import { listForks } from './routes/list-forks.ts'
import { listOracles } from './routes/list-oracles.ts'
import { attributionRowsBehind } from './rows-behind.ts'

export const attribution: Domain = {
  name: 'attribution',
  describe:
    'TVL by category, by the oracle that secures it and by the original a protocol was forked from.',
  facts: [oracleLinks, forkLinks],
  routes: [
    listCategories,
    listForks,
    listOracles,
    getOracleMetrics,
    ...chartRoutes,
    getForkMetrics,
    ...forkChartRoutes,
  ],
  mirrored: attributionMirror,
  rowsBehind: attributionRowsBehind,
}
