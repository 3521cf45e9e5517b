import type { OperationId } from '../../api/operations.ts'
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
  if (protocol !== undefined) return request(ofProtocol(by), { ...asked, protocol })
  if (chain === undefined)
    return category === undefined
      ? request(ofAll(by), asked)
      : request(ofCategory(by), { ...asked, category })
  return category === undefined
    ? request(ofChain(by), { ...asked, chain })
    : request(ofCategoryOnChain(by), { ...asked, category, chain })
}

/** Operations of the series of a scope by their split; one that it lacks is the total. */
function charts<Total extends OperationId, Part extends OperationId>(
  total: Total,
  parts: { readonly [By in Split]?: Part },
): (by: Split) => Total | Part {
  return (by) => parts[by] ?? total
}

const ofProtocol = charts('getMetricProtocolChart', {
  chain: 'getMetricProtocolChainBreakdown',
  version: 'getMetricProtocolVersionBreakdown',
  label: 'getMetricProtocolLabelBreakdown',
})
const ofAll = charts('getMetricChart', {
  protocol: 'getMetricProtocolBreakdown',
  chain: 'getMetricChainBreakdown',
})
const ofCategory = charts('getMetricCategoryChart', {
  protocol: 'getMetricCategoryProtocolBreakdown',
  chain: 'getMetricCategoryChainBreakdown',
})
const ofChain = charts('getMetricChainChart', { protocol: 'getMetricChainProtocolBreakdown' })
const ofCategoryOnChain = charts('getMetricCategoryChainChart', {
  protocol: 'getMetricCategoryChainProtocolBreakdown',
})
