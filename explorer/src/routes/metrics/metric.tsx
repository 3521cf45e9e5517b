import { useCallback, useMemo } from 'react'
import { type Body, useOperation, useRequest } from '../../api/request.ts'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { sourceOf } from '../../blocks/figure/origin.ts'
import { ChoiceField, SearchField } from '../../blocks/filters/fields.tsx'
import { type Column, column, EXTRA, MAIN } from '../../blocks/table/column.ts'
import { TableBlock, type TableState } from '../../blocks/table/table-block.tsx'
import { choice, flag, names, tableKeys, text, type ViewWith } from '../../lib/view-state.ts'
import { PageHead, PageTabs, useParam, useView } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { keyOf, nameOf } from '../../page/view-fields.tsx'
import { MetricChart } from './metric-chart.tsx'
import { type MetricScope, SPLITS, totalsRequest } from './metric-requests.ts'
import { useMetricRows } from './metric-rows.ts'
import { MetricTable } from './metric-table.tsx'
import { METRICS, type MetricType, metricOf, typeOf } from './metrics.ts'

const keys = {
  ...seriesKeys,
  by: choice(SPLITS, 'total'),
  type: text(),
  chain: names(),
  category: names(),
  double: flag(),
  q: text(),
  ...tableKeys('-day'),
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
  const all = useMetricRows(id)
  const table = useMetricRows(id, { chain, dataType })
  const categories = useMemo(
    () => [...new Set(all.data?.body.protocols.flatMap((row) => row.category ?? []))].sort(),
    [all.data],
  )
  return (
    <>
      <PageHead title={metric.name} ignored={view.ignored} />
      <PageTabs label="Metrics" tabs={TABS} />
      <div className="filters">
        <ChoiceField
          {...nameOf(view, 'chain')}
          label="Chain"
          all="All chains"
          options={[...(everywhere.data?.body.allChains ?? [])].sort()}
        />
        {(categories.length > 1 || category !== undefined) && (
          <ChoiceField
            {...nameOf(view, 'category')}
            label="Category"
            all="All categories"
            options={categories}
          />
        )}
      </div>
      <Totals id={id} scope={scope} type={type} dataType={dataType} />
      <MetricChart id={id} scope={scope} view={view} />
      {metric.overview !== null && (
        <MetricTable asked={table} view={view} type={type} chain={chain} category={category} />
      )}
      {id === 'active-users' && <UserTable view={view} chain={chain} />}
    </>
  )
}

/** The sums of a metric in a scope; changes are of the last day. */
function Totals(props: {
  id: string
  scope: Pick<MetricScope, 'chain' | 'category'>
  type: MetricType
  dataType: string | undefined
}) {
  const { id, scope, type, dataType } = props
  const totals = useRequest(totalsRequest(id, scope, dataType))
  const sums = totals.data?.body
  const items = SPANS.map(([member, name, levelName]) => ({
    name: type.isLevel === true ? levelName : name,
    value: sums?.[member],
    sign: type.isCount === true ? '' : '$',
    isLoading: totals.isPending,
  }))
  const changes = { '1d': sums?.change_1d, '7d': sums?.change_7d }
  const source = sourceOf(totals.data?.path ?? null)
  const more = source === null ? { changes } : { changes, source }
  return (
    <FigureStrip items={items.map((item, place) => (place > 0 ? item : { ...item, ...more }))} />
  )
}

const SPANS = [
  ['total24h', '24 hours', 'Last day'],
  ['total7d', '7 days', '7 days, mean'],
  ['total30d', '30 days', '30 days, mean'],
  ['total1y', '1 year', '1 year, mean'],
  ['totalAllTime', 'All time', 'All time, mean'],
] as const

/** What `/api/activeUsers` says of a protocol, by its slug. */
type Activity = Activities[string]

type Activities = Body<'listActiveUsers'>

interface UserRow extends Activity {
  readonly slug: string
}

/** Who was used by how many in the last day. */
function UserTable(props: {
  view: ViewWith<TableState & { readonly q: string }>
  chain: string | undefined
}) {
  const { view, chain } = props
  const asked = useOperation('listActiveUsers', {})
  const { q } = view.state
  const rowsOf = useCallback(
    (body: Activities): readonly UserRow[] =>
      Object.entries(body)
        .map(([slug, row]) => ({ slug, ...row }))
        .filter(
          ({ name, chainBreakdown = {} }) =>
            name.toLowerCase().includes(q.trim().toLowerCase()) &&
            (chain === undefined || chain in chainBreakdown),
        ),
    [q, chain],
  )
  return (
    <TableBlock
      title="Protocols"
      asked={asked}
      view={view}
      columns={userColumns}
      rowsOf={rowsOf}
      keyOf={({ slug }) => slug}
      hrefOf={({ slug }) => `/protocols/${encodeURIComponent(slug)}`}
      empty="No matching protocols."
      filters={<SearchField {...keyOf(view, 'q')} label="Name" />}
    />
  )
}

const userColumns: readonly Column<UserRow>[] = [
  column('text', 'name', 'Name', 'name', MAIN),
  column('count', 'chains', 'Chains', (row) =>
    row.chainBreakdown === undefined ? null : Object.keys(row.chainBreakdown).length,
  ),
  column('count', 'day', 'Users 24h', ({ users }) => users?.value ?? null, {
    isMain: true,
    describe: 'Distinct addresses; not additive across protocols',
  }),
  column('count', 'new', 'New users', ({ newUsers }) => newUsers?.value ?? null, MAIN),
  column('count', 'txs', 'Transactions', ({ txs }) => txs?.value ?? null),
  column('usdK', 'gas', 'Gas', ({ gasUsd }) => gasUsd?.value ?? null),
  column('timestamp', 'end', 'Up to', ({ users }) => users?.end ?? null, EXTRA),
]
