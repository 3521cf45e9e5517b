import type { OperationId } from '../../api/operations.ts'

/** Operations whose totals say what they lack, by the header X-Coverage of their answers. */
const COVERED = [
  'getDexsOverview',
  'getDexsChainOverview',
  'getOptionsOverview',
  'getOptionsChainOverview',
  'getFeesOverview',
  'getFeesChainOverview',
  'getOpenInterestOverview',
  'getDerivativesOverview',
  'getDexsSummary',
  'getOptionsSummary',
  'getFeesSummary',
  'getDerivativesSummary',
  'getMetric',
  'getMetricChain',
  'getMetricCategory',
  'getMetricCategoryChain',
  'getMetricProtocol',
  'listProtocols',
  'getProtocol',
  'getCurrentTvl',
  'listChains',
  'getHistoricalTvl',
  'getHistoricalChainTvl',
  'getChainAssets',
  'listStablecoins',
  'getStablecoinChart',
  'getStablecoinChainChart',
  'getStablecoin',
  'listStablecoinChains',
  'getStablecoinDominance',
] as const satisfies readonly OperationId[]
const names: ReadonlySet<OperationId> = new Set(COVERED)

/** Whether `/meta/coverage` knows an operation. */
export function hasCoverage(operation: OperationId): boolean {
  return names.has(operation)
}
