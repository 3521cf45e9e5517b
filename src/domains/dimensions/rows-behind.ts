import type { RowFilters, RowsBehind, TracedRequest } from '../../http/provenance.ts'
import type { RowFilter } from '../../store/row-filter.ts'
import { chains, familyOf, idsOf, protocolRows, type Registry } from '../registry/public.ts'
import { isInCategory } from './derive/members.ts'
import { CHAIN_PREFIX } from './facts.ts'
import { type MetricRequest, openMetric, storedTypes } from './read/members.ts'
import { metricOfOperation } from './routes/own-paths.ts'

type Texts = Readonly<Record<string, string | undefined>>

export const dimensionRowsBehind: RowsBehind = async (request, context) => {
  const { metric, dataType, protocol, chain, category } = request.values as Texts
  // Overviews and summaries show all kinds of figures of their metric.
  const ownMetric = metricOfOperation.get(request.operation)
  const opened = await openMetric(context, ownMetric ?? metric ?? '', dataType)
  const ids =
    protocol === undefined ? idsInCategory(opened, category) : findIds(opened.registry, protocol)
  const columns = {
    ...(ownMetric === undefined && { dataType: storedTypes([opened.type]) }),
    ...(ids !== undefined && { protocol: ids }),
    ...(chain !== undefined && { chain: [chains.keyOf(chain)] }),
  }
  return {
    ...(ids === undefined ? {} : rowsOfProtocols(opened.registry, ids, protocol)),
    ...metricRows(opened.metric.name, columns, rangeOf(request)),
  }
}

/** Rows of a metric, and of how its figures are counted. */
export function metricRows(
  metric: string,
  columns: Readonly<Record<string, readonly string[]>>,
  range: Pick<RowFilter, 'fromSec' | 'toSec'> = {},
): RowFilters {
  const { protocol } = columns
  return {
    dimension_days: { columns: { metric: [metric], ...columns }, ...range },
    dimension_methods: { columns: { metric: [metric], ...(protocol && { protocol }) } },
  }
}

function rowsOfProtocols(
  registry: Registry,
  ids: readonly string[],
  asked: string | undefined,
): RowFilters {
  const named = asked === undefined ? undefined : registry.find(asked)
  return protocolRows([...(named === undefined ? [] : [named]), ...ids.map((id) => ({ id }))])
}

function idsInCategory(
  { registry }: MetricRequest,
  category: string | undefined,
): string[] | undefined {
  if (category === undefined) return undefined
  return idsOf(registry.listChildren().filter((one) => isInCategory(one, category)))
}

/** A protocol, a parent's children, or a chain that is measured itself. */
function findIds(registry: Registry, text: string): string[] {
  const known = registry.find(text)
  if (known !== undefined) return idsOf(familyOf(known, registry))
  const chain = chains.find(text)?.key
  if (chain !== undefined || text.startsWith(CHAIN_PREFIX))
    return [`${CHAIN_PREFIX}${chain ?? text.slice(CHAIN_PREFIX.length)}`]
  return idsOf(familyOf(registry.get(text), registry))
}

function rangeOf({ values: { start, end } }: TracedRequest) {
  return { fromSec: start as number | undefined, toSec: end as number | undefined }
}
