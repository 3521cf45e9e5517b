import { useMemo } from 'react'
import type { OperationId } from '../../api/operations.ts'
import { useOperation, useRequest } from '../../api/use-operation.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { ChoiceField } from '../../blocks/filters/choice-field.tsx'
import { choice, flag, names, sorting, text } from '../../lib/view-state.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { MetricChart } from './metric-chart.tsx'
import { SPLITS, totalsRequest } from './metric-requests.ts'
import { useMetricRows } from './metric-rows.ts'
import { MetricTable } from './metric-table.tsx'
import { METRICS, metricOf, typeOf } from './metrics.ts'
import { UserTable } from './user-table.tsx'

const keys = {
  ...seriesKeys,
  by: choice(SPLITS, 'total'),
  type: text(),
  chain: names(),
  category: names(),
  double: flag(),
  q: text(),
  cols: names(),
  sort: sorting('-day'),
}
const TABS = METRICS.map(({ id, short }) => ({ to: `/metrics/${id}`, name: short }))

/** One metric: over time, by protocol or chain, of a chain or category, and its protocols. */
export function Metric() {
  const id = useParam('metric')
  const metric = metricOf(id)
  const view = useView(keys)
  const type = typeOf(metric, view.state.type)
  const dataType = type === metric.types[0] ? undefined : type.id
  const [chain] = view.state.chain
  const [category] = view.state.category
  const scope = { chain, category }
  const everywhere = useOperation('getMetric', { metric: id })
  const totals = useRequest(totalsRequest(id, scope, dataType))
  const all = useMetricRows(id)
  const table = useMetricRows(id, { chain, dataType })
  const categories = useMemo(
    () => [...new Set(all.data?.body.protocols.flatMap((row) => row.category ?? []))].sort(),
    [all.data],
  )
  const pick = (value: string) => (value === '' ? [] : [value])
  return (
    <>
      <PageHead title={metric.name} ignored={view.ignored} />
      <PageTabs label="Metrics" tabs={TABS} />
      <div className="filters">
        <ChoiceField
          label="Chain"
          all="All chains"
          options={[...(everywhere.data?.body.allChains ?? [])].sort()}
          value={chain ?? ''}
          onChange={(value) => view.set({ chain: pick(value) })}
        />
        {(categories.length > 1 || category !== undefined) && (
          <ChoiceField
            label="Category"
            all="All categories"
            options={categories}
            value={category ?? ''}
            onChange={(value) => view.set({ category: pick(value) })}
          />
        )}
      </div>
      <FigureStrip
        items={SPANS.map(([member, name, levelName]) => ({
          name: type.isLevel === true ? levelName : name,
          value: totals.data?.body[member],
          sign: type.isCount === true ? '' : '$',
          isLoading: totals.isPending,
          ...(member === 'total24h'
            ? {
                source: {
                  operation: operationOf(scope),
                  parameters: { metric: id, chain, category, dataType },
                },
                changes: [
                  { span: '1d', percent: totals.data?.body.change_1d },
                  { span: '7d', percent: totals.data?.body.change_7d },
                ],
              }
            : {}),
        }))}
      />
      <MetricChart id={id} scope={scope} view={view} />
      {metric.overview !== null && (
        <MetricTable asked={table} view={view} type={type} chain={chain} category={category} />
      )}
      {id === 'active-users' && <UserTable view={view} chain={chain} />}
    </>
  )
}

const SPANS = [
  ['total24h', '24 hours', 'Last day'],
  ['total7d', '7 days', '7 days, mean'],
  ['total30d', '30 days', '30 days, mean'],
  ['total1y', '1 year', '1 year, mean'],
  ['totalAllTime', 'All time', 'All time, mean'],
] as const

/** Which operation answers the sums of a scope. */
function operationOf(scope: {
  chain: string | undefined
  category: string | undefined
}): OperationId {
  if (scope.category === undefined)
    return scope.chain === undefined ? 'getMetric' : 'getMetricChain'
  return scope.chain === undefined ? 'getMetricCategory' : 'getMetricCategoryChain'
}
