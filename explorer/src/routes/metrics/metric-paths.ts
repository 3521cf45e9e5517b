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

/** Address of the sums of a metric in a scope. */
export function totalsPath(metric: string, scope: MetricScope): string {
  return `/api/v2/metrics/${encodeURIComponent(metric)}${scopePath(scope)}`
}

/** Address of the series of a metric in a scope; a split that it lacks is the total. */
export function chartPath(metric: string, scope: MetricScope, split: Split): string {
  const isSplit = split !== 'total' && splitsOf(metric, scope).includes(split)
  const end = isSplit ? `/${split}-breakdown` : ''
  return `/api/v2/chart/${encodeURIComponent(metric)}${scopePath(scope)}${end}`
}

function scopePath({ protocol, category, chain }: MetricScope): string {
  if (protocol !== undefined) return part('protocol', protocol)
  return `${part('category', category)}${part('chain', chain)}`
}

function part(name: string, value: string | undefined): string {
  return value === undefined ? '' : `/${name}/${encodeURIComponent(value)}`
}
