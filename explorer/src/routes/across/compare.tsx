import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { responseQuery, useAsOf } from '../../api/request.ts'
import type { QueryResult, ResponseState } from '../../api/response.ts'
import { RangeField } from '../../blocks/chart/segments.tsx'
import { windowOf } from '../../blocks/chart/shape.ts'
import { TimeChart } from '../../blocks/chart/time-chart.tsx'
import { Button } from '../../blocks/controls/button.tsx'
import { Block } from '../../blocks/states/block.tsx'
import { Refusal } from '../../blocks/states/refusal.tsx'
import { type Column, column, MAIN } from '../../blocks/table/column.ts'
import { TableBlock, type TableView } from '../../blocks/table/table-block.tsx'
import { correlation, dividedByFirst } from '../../lib/correlation.ts'
import type { ChartData } from '../../lib/series.ts'
import { align, changeOver, last, since } from '../../lib/series.ts'
import { choice, names, tableKeys } from '../../lib/view-state.ts'
import { shortText } from '../../lib/writing.ts'
import { rememberCompared } from '../../page/comparing.ts'
import { PageHead, useView, type ViewOf } from '../../page/page-head.tsx'
import { type SeriesState, seriesKeys } from '../../page/series-keys.ts'
import { ViewSegments } from '../../page/view-fields.tsx'
import { AddSeries } from './add-series.tsx'
import { parseCompared } from './compared-kinds.ts'

const MAX_SERIES = 10
const MODES = ['index100', 'abs', 'percent', 'log', 'ratio'] as const
const MODE_NAMES = {
  index100: 'index 100',
  abs: 'figures',
  percent: 'change',
  ratio: 'ratio to the first',
}
const keys = {
  ...seriesKeys,
  mode: choice(MODES, 'index100', { label: 'Scale', names: MODE_NAMES }),
  s: names(),
  ...tableKeys(''),
}
const PLOT = { plotHeight: 360, hasNames: true }

/** Up to ten series of any kind on one axis, and how they move with the first. */
export function Compare() {
  const view = useView(keys)
  const { s, mode } = view.state
  const { wanted, responses } = useCompared(s)
  useEffect(() => rememberCompared(s), [s])
  const series = wanted.flatMap(({ name, read }, index) => {
    const body = responses[index]?.data?.body
    return body === undefined ? [] : [{ name, points: read(body) }]
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: made anew only when a response comes
  const whole = useMemo(() => align(series), [...responses.map((one) => one.data)])
  const drawn = useMemo(() => (mode === 'ratio' ? dividedByFirst(whole) : whole), [whole, mode])
  const [fromSec, toSec] = windowOf(whole.times, view.state)
  const shown = useMemo(() => since(whole, fromSec, toSec), [whole, fromSec, toSec])
  // Whichever came stands for all: one that is refused is named, and the others are drawn.
  const first = responses.find(({ data }) => data !== undefined) ?? responses[0]
  const failed = responses.filter((one) => one.error !== null && one !== first)
  const asked = first && withAwaited(first, responses)
  return (
    <>
      <PageHead title="Compare" note={`Up to ${MAX_SERIES} series`} ignored={view.ignored} />
      <AddSeries onAdd={(text) => view.set({ s: [...new Set([...s, text])] })} />
      <ul className="filters">
        {wanted.map(({ text, name }) => (
          <li key={text}>
            <Button
              look="chip"
              onClick={() => view.set({ s: s.filter((other) => other !== text) })}
            >
              {name} ×
            </Button>
          </li>
        ))}
      </ul>
      {s.length > MAX_SERIES && <p className="dim">The first {MAX_SERIES} are shown.</p>}
      {failed.map(
        ({ error, refetch }) =>
          error && <Refusal key={error.url} error={error} onRetry={() => void refetch()} />,
      )}
      {asked === undefined ? (
        <p className="empty">Choose a figure and a name above, for example tvl and a protocol.</p>
      ) : (
        <>
          <Comparison asked={asked} view={view} data={drawn} />
          <ComparedTable asked={asked} view={view} whole={whole} shown={shown} />
        </>
      )}
    </>
  )
}

function Comparison(props: {
  asked: ResponseState<unknown>
  view: ViewOf<typeof keys>
  data: ChartData
}) {
  const { asked, view, data } = props
  const { mode } = view.state
  const scale = mode === 'ratio' ? 'abs' : mode
  const seriesView = {
    state: { ...view.state, mode: scale },
    // The scale is chosen above the chart, which knows no ratio.
    set: ({ mode: _, ...changes }: Partial<SeriesState>) => view.set(changes),
  }
  return (
    <Block
      title="Comparison"
      asked={asked}
      shape={PLOT}
      tools={
        <>
          <RangeField view={seriesView} />
          <ViewSegments view={view} id="mode" of={keys.mode} />
        </>
      }
    >
      {(_, { isDemo }) => (
        <TimeChart
          label="Comparison"
          data={data}
          kind="line"
          view={seriesView}
          mode={scale}
          height={PLOT.plotHeight}
          hasNames
          isDemo={isDemo}
          path={window.location.pathname + window.location.search}
        />
      )}
    </Block>
  )
}

/** A series that is still awaited must not look like one that is missing. */
function withAwaited(
  first: QueryResult<unknown>,
  all: readonly QueryResult<unknown>[],
): ResponseState<unknown> {
  return { ...first, isPlaceholderData: all.some(({ isPending }) => isPending) }
}

function useCompared(texts: readonly string[]) {
  const asOf = useAsOf()
  const wanted = texts.slice(0, MAX_SERIES).flatMap((text) => parseCompared(text) ?? [])
  const responses = useQueries({
    queries: wanted.map((one) => ({ ...responseQuery<unknown>(one, asOf), retry: false })),
  })
  return { wanted, responses }
}

interface Row {
  readonly name: string
  readonly now: number | null
  readonly week: number | null
  readonly month: number | null
  readonly year: number | null
  readonly correlation: number | null
}

const columns: readonly Column<Row>[] = [
  column('text', 'name', 'Series', 'name', MAIN),
  column('ratio', 'now', 'Now', 'now', {
    isMain: true,
    show: ({ now }) => shortText(now, { digits: 4 }),
  }),
  column('change', 'week', '7d', 'week'),
  column('change', 'month', '30d', 'month', MAIN),
  column('change', 'year', '1y', 'year'),
  column('ratio', 'correlation', 'With the first', 'correlation', {
    describe: 'Correlation of daily changes with those of the first series, in the range shown',
  }),
]

/** The compared series in figures. */
function ComparedTable(props: {
  asked: ResponseState<unknown>
  view: TableView
  whole: ChartData
  shown: ChartData
}) {
  const { asked, view, whole, shown } = props
  const rows = useMemo(
    () =>
      whole.series.map(({ name, values }, index): Row => {
        const end = values.findLastIndex((value) => value !== null) + 1
        const known = values.slice(0, end)
        const [first, own] = [shown.series[0], shown.series[index]]
        return {
          name,
          now: last(known),
          week: changeOver(known, 7),
          month: changeOver(known, 30),
          year: changeOver(known, 365),
          correlation:
            index === 0 || first === undefined || own === undefined
              ? null
              : correlation(own.values, first.values),
        }
      }),
    [whole, shown],
  )
  const rowsOf = useCallback(() => rows, [rows])
  return (
    <TableBlock
      title="In figures"
      asked={asked}
      view={view}
      columns={columns}
      rowsOf={rowsOf}
      keyOf={({ name }) => name}
    />
  )
}
