import type { Domain } from '../domain.ts'
import { dimensionDays, dimensionMethods } from './facts.ts'
import { dimensionAnswers } from './ingest/answers.ts'
import { observeFlows } from './ingest/from-observations.ts'
import { methodsState } from './read/methods.ts'
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
  states: [methodsState],
  watch: dimensionsWatch,
  observe: observeFlows,
  mirrored: { answers: dimensionAnswers },
  rowsBehind: dimensionRowsBehind,
}
