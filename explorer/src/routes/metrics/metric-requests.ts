import { type ApiRequest, type Body, request } from '../../api/request.ts'
import type { MetricSums } from './metric-rows.ts'

/** What a metric is asked of: one protocol, or a chain, a category or both, or everything. */
export interface MetricScope {
  readonly protocol?: string | undefined
  readonly chain?: string | undefined
  readonly category?: string | undefined
}

export const SPLITS = ['total', 'protocol', 'chain', 'version', 'label'] as const
export type Split = (typeof SPLITS)[number]

/** Only fees are recorded with the label of what they were paid for. */
const LABELLED = 'fees'

/** Ways in which the contract splits a metric of a scope. */
export function splitsOf(metric: string, { protocol, chain }: MetricScope): readonly Split[] {
  if (protocol !== undefined)
    return metric === LABELLED
      ? ['total', 'chain', 'version', 'label']
      : ['total', 'chain', 'version']
  return chain === undefined ? ['total', 'protocol', 'chain'] : ['total', 'protocol']
}

/** The sums of a metric in a scope. */
export function totalsRequest(
  metric: string,
  { protocol, category, chain }: MetricScope,
  dataType?: string,
): ApiRequest<MetricSums> {
  const asked = { metric, dataType }
  if (protocol !== undefined) return request('getMetricProtocol', { ...asked, protocol })
  if (category === undefined)
    return chain === undefined
      ? request('getMetric', asked)
      : request('getMetricChain', { ...asked, chain })
  return chain === undefined
    ? request('getMetricCategory', { ...asked, category })
    : request('getMetricCategoryChain', { ...asked, category, chain })
}

/** Days of a metric, each with its value or with the values of its parts. */
export type MetricDays = Body<'getMetricChart' | 'getMetricChainBreakdown'>

/** The series of a metric in a scope; a split that it lacks is the total. */
export function chartRequest(
  metric: string,
  scope: MetricScope,
  split: Split,
  dataType?: string,
): ApiRequest<MetricDays> {
  const by = splitsOf(metric, scope).find((known) => known === split) ?? 'total'
  const { protocol, category, chain } = scope
  const asked = { metric, dataType }
  if (protocol !== undefined) return request(OF_PROTOCOL[by], { ...asked, protocol })
  if (chain === undefined)
    return category === undefined
      ? request(OF_ALL[by], asked)
      : request(OF_CATEGORY[by], { ...asked, category })
  return category === undefined
    ? request(OF_CHAIN[by], { ...asked, chain })
    : request(OF_CATEGORY_ON_CHAIN[by], { ...asked, category, chain })
}

const OF_PROTOCOL = {
  total: 'getMetricProtocolChart',
  protocol: 'getMetricProtocolChart',
  chain: 'getMetricProtocolChainBreakdown',
  version: 'getMetricProtocolVersionBreakdown',
  label: 'getMetricProtocolLabelBreakdown',
} as const
const OF_ALL = {
  total: 'getMetricChart',
  protocol: 'getMetricProtocolBreakdown',
  chain: 'getMetricChainBreakdown',
  version: 'getMetricChart',
  label: 'getMetricChart',
} as const
const OF_CATEGORY = {
  total: 'getMetricCategoryChart',
  protocol: 'getMetricCategoryProtocolBreakdown',
  chain: 'getMetricCategoryChainBreakdown',
  version: 'getMetricCategoryChart',
  label: 'getMetricCategoryChart',
} as const
const OF_CHAIN = {
  total: 'getMetricChainChart',
  protocol: 'getMetricChainProtocolBreakdown',
  chain: 'getMetricChainChart',
  version: 'getMetricChainChart',
  label: 'getMetricChainChart',
} as const
const OF_CATEGORY_ON_CHAIN = {
  total: 'getMetricCategoryChainChart',
  protocol: 'getMetricCategoryChainProtocolBreakdown',
  chain: 'getMetricCategoryChainChart',
  version: 'getMetricCategoryChainChart',
  label: 'getMetricCategoryChainChart',
} as const
