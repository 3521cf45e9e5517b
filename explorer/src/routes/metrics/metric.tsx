import { useCallback } from 'react'
import { useAnswer } from '../../api/use-answer.ts'
import { Segments } from '../../blocks/chart/segments.tsx'
import { SeriesBlock } from '../../blocks/chart/series-block.tsx'
import { FigureStrip } from '../../blocks/figure/figure-strip.tsx'
import { SearchField } from '../../blocks/filters/search-field.tsx'
import { column } from '../../blocks/table/column.ts'
import { TableBlock } from '../../blocks/table/table-block.tsx'
import { mapsOf } from '../../lib/columns-of.ts'
import type { Value } from '../../lib/series.ts'
import { choice, names, sorting, text } from '../../lib/view-state.ts'
import { PageHead } from '../../page/page-head.tsx'
import { seriesKeys } from '../../page/series-keys.ts'
import { useParam } from '../../page/use-param.ts'
import { useView } from '../../page/use-view.ts'
import { metricOf } from './metrics.ts'

const keys = {
  ...seriesKeys,
  by: choice(['total', 'protocol', 'chain'], 'total'),
  q: text(),
  cols: names(),
  sort: sorting('-day'),
}

interface MetricRow {
  readonly name: string
  readonly slug: string
  readonly category: string | null
  readonly chains: readonly string[]
  readonly total24h: number | null
  readonly total7d: number | null
  readonly total30d: number | null
  readonly total1y: number | null
  readonly totalAllTime: number | null
  readonly change_1d: number | null
  readonly change_7d: number | null
  readonly change_30dover30d: number | null
  readonly latestFetchIsOk?: boolean
}

interface Totals extends Omit<MetricRow, 'name' | 'slug' | 'category' | 'chains'> {
  readonly protocols?: readonly MetricRow[]
}

/** One metric of the whole market: over time, by protocol or chain, and its protocols. */
export function Metric() {
  const id = useParam('metric')
  const metric = metricOf(id)
  const view = useView(keys)
  const { by, q } = view.state
  const totals = useAnswer<Totals>(`/api/v2/metrics/${id}`)
  const table = useAnswer<Totals>(metric.overview, {
    excludeTotalDataChart: true,
    excludeTotalDataChartBreakdown: true,
  })
  const rowsOf = useCallback(
    (body: Totals) =>
      (body.protocols ?? []).filter(({ name }) =>
        name.toLowerCase().includes(q.trim().toLowerCase()),
      ),
    [q],
  )
  const sums = totals.data?.body
  const sign = metric.isMoney ? '$' : ''
  const isLoading = totals.isPending
  return (
    <>
      <PageHead title={metric.name} ignored={view.ignored} />
      <FigureStrip
        items={[
          {
            name: 'Last day',
            value: sums?.total24h,
            sign,
            isLoading,
            source: { operation: 'dimensions.getMetric', parameters: { metric: id } },
            changes: [{ span: '1d', percent: sums?.change_1d }],
          },
          { name: '7 days', value: sums?.total7d, sign, isLoading },
          { name: '30 days', value: sums?.total30d, sign, isLoading },
          { name: '1 year', value: sums?.total1y, sign, isLoading },
          { name: 'All time', value: sums?.totalAllTime, sign, isLoading },
        ]}
      />
      <SeriesBlock<readonly (readonly [number, Value | Readonly<Record<string, Value>>])[]>
        title={`${metric.name} a day`}
        path={`/api/v2/chart/${id}${by === 'total' ? '' : `/${by}-breakdown`}`}
        kind={metric.isLevel ? (by === 'total' ? 'line' : 'stack') : 'bar'}
        sign={sign}
        modes={by === 'total' ? ['abs', 'log'] : ['abs', 'share']}
        view={view}
        seriesOf={(points) =>
          by === 'total'
            ? [{ name: metric.name, points: points as readonly (readonly [number, Value])[] }]
            : mapsOf(points as readonly (readonly [number, Readonly<Record<string, Value>>])[])
        }
        tools={
          <Segments
            label="Split"
            options={['total', 'protocol', 'chain']}
            names={{ protocol: 'by protocol', chain: 'by chain' }}
            value={by}
            onChange={(value) => view.set({ by: value })}
          />
        }
      />
      {metric.overview !== null && (
        <TableBlock
          title="Protocols"
          asked={table}
          view={view}
          columns={columns}
          rowsOf={rowsOf}
          keyOf={({ slug }) => slug}
          hrefOf={({ slug }) => `/protocols/${encodeURIComponent(slug)}`}
          hasTotals
          empty="No protocol fits this."
          filters={
            <SearchField label="Name" value={q} onChange={(value) => view.set({ q: value })} />
          }
        />
      )}
    </>
  )
}

const columns = [
  column<MetricRow>('text', 'name', 'Name', ({ name }) => name, { isMain: true }),
  column<MetricRow>('text', 'category', 'Category', ({ category }) => category),
  column<MetricRow>('count', 'chains', 'Chains', ({ chains }) => chains.length),
  column<MetricRow>('usd', 'day', '24h', ({ total24h }) => total24h, {
    isMain: true,
    addsUp: true,
  }),
  column<MetricRow>('change', 'change', '1d', (row) => row.change_1d, { isMain: true }),
  column<MetricRow>('usd', 'week', '7d', ({ total7d }) => total7d, { addsUp: true }),
  column<MetricRow>('usd', 'month', '30d', ({ total30d }) => total30d, { addsUp: true }),
  column<MetricRow>('change', 'monthly', '30d over 30d', (row) => row.change_30dover30d),
  column<MetricRow>('usd', 'year', '1y', ({ total1y }) => total1y, { isExtra: true }),
  column<MetricRow>('usd', 'all', 'All time', ({ totalAllTime }) => totalAllTime),
  column<MetricRow>('flag', 'ok', 'Up to date', ({ latestFetchIsOk }) => latestFetchIsOk, {
    isExtra: true,
  }),
]
