import type { Domain } from '../domain.ts'
import { dimensionDays, dimensionMethods } from './facts.ts'
import { observeFlows } from './ingest/from-observations.ts'
import { dimensionResponses } from './ingest/responses.ts'
import { metricRoutes } from './routes/metrics/metric-routes.ts'
import { overviewRoutes } from './routes/overviews/overview-routes.ts'
import { summaryRoutes } from './routes/summaries/summary-routes.ts'
import { dimensionRowsBehind } from './rows-behind.ts'
import { dimensionsWatch } from './watch.ts'

export const dimensions: Domain = {
  name: 'dimensions',
  describe: 'Daily figures of protocols: volumes, fees, revenue, open interest and users.',
  facts: [dimensionDays, dimensionMethods],
  routes: [...overviewRoutes, ...summaryRoutes, ...metricRoutes],
  watch: dimensionsWatch,
  observe: observeFlows,
  mirrored: { responses: dimensionResponses },
  rowsBehind: dimensionRowsBehind,
}
