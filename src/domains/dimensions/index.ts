import type { Domain } from '../domain.ts'
import { dimensionDays, dimensionMethods } from './facts.ts'
import { observeFlows } from './ingest/from-observations.ts'
import { getDerivativesOverview } from './routes/get-derivatives-overview.ts'
import { getDerivativesSummary } from './routes/get-derivatives-summary.ts'
import { getDexsChainOverview } from './routes/get-dexs-chain-overview.ts'
import { getDexsOverview } from './routes/get-dexs-overview.ts'
import { getDexsSummary } from './routes/get-dexs-summary.ts'
import { getFeesChainOverview } from './routes/get-fees-chain-overview.ts'
import { getFeesOverview } from './routes/get-fees-overview.ts'
import { getFeesSummary } from './routes/get-fees-summary.ts'
import { getMetric } from './routes/get-metric.ts'
import { getMetricCategory } from './routes/get-metric-category.ts'
import { getMetricCategoryChain } from './routes/get-metric-category-chain.ts'
import { getMetricCategoryChainBreakdown } from './routes/get-metric-category-chain-breakdown.ts'
import { getMetricCategoryChainChart } from './routes/get-metric-category-chain-chart.ts'
import { getMetricCategoryChainProtocolBreakdown } from './routes/get-metric-category-chain-protocol-breakdown.ts'
import { getMetricCategoryChart } from './routes/get-metric-category-chart.ts'
import { getMetricCategoryProtocolBreakdown } from './routes/get-metric-category-protocol-breakdown.ts'
import { getMetricChain } from './routes/get-metric-chain.ts'
import { getMetricChainBreakdown } from './routes/get-metric-chain-breakdown.ts'
import { getMetricChainChart } from './routes/get-metric-chain-chart.ts'
import { getMetricChainProtocolBreakdown } from './routes/get-metric-chain-protocol-breakdown.ts'
import { getMetricChart } from './routes/get-metric-chart.ts'
import { getMetricProtocol } from './routes/get-metric-protocol.ts'
import { getMetricProtocolBreakdown } from './routes/get-metric-protocol-breakdown.ts'
import { getMetricProtocolChainBreakdown } from './routes/get-metric-protocol-chain-breakdown.ts'
import { getMetricProtocolChart } from './routes/get-metric-protocol-chart.ts'
import { getMetricProtocolLabelBreakdown } from './routes/get-metric-protocol-label-breakdown.ts'
import { getMetricProtocolVersionBreakdown } from './routes/get-metric-protocol-version-breakdown.ts'
import { getOpenInterestOverview } from './routes/get-open-interest-overview.ts'
import { getOptionsChainOverview } from './routes/get-options-chain-overview.ts'
import { getOptionsOverview } from './routes/get-options-overview.ts'
import { getOptionsSummary } from './routes/get-options-summary.ts'
import { dimensionsWatch } from './watch.ts'

export const dimensions: Domain = {
  name: 'dimensions',
  facts: [dimensionDays, dimensionMethods],
  routes: [
    getDerivativesOverview,
    getDerivativesSummary,
    getDexsChainOverview,
    getDexsOverview,
    getDexsSummary,
    getFeesChainOverview,
    getFeesOverview,
    getFeesSummary,
    getMetricCategoryChainBreakdown,
    getMetricCategoryChainChart,
    getMetricCategoryChainProtocolBreakdown,
    getMetricCategoryChain,
    getMetricCategoryChart,
    getMetricCategoryProtocolBreakdown,
    getMetricCategory,
    getMetricChainBreakdown,
    getMetricChainChart,
    getMetricChainProtocolBreakdown,
    getMetricChain,
    getMetricChart,
    getMetricProtocolBreakdown,
    getMetricProtocolChainBreakdown,
    getMetricProtocolChart,
    getMetricProtocolLabelBreakdown,
    getMetricProtocolVersionBreakdown,
    getMetricProtocol,
    getMetric,
    getOpenInterestOverview,
    getOptionsChainOverview,
    getOptionsOverview,
    getOptionsSummary,
  ],
  watch: dimensionsWatch,
  observe: observeFlows,
}
