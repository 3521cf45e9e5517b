import { memo, use, useCallback, useId, useState } from 'react'
import { switched } from '../../lib/series.ts'
import { dayText, shortText } from '../../lib/writing.ts'
import { SERIES_DEFAULTS, type SeriesState, type SeriesView } from '../../page/series-keys.ts'
import { BlockId, blockId, Embedded } from '../embed/embedded.ts'
import { EmptyChart } from '../states/skeleton.tsx'
import { ChartFoot } from './chart-foot.tsx'
import { PointTable } from './point-table.tsx'
import type { Mode, Prepared, Range } from './prepare.ts'
import { ReadPlot } from './read-plot.tsx'
import type { Zoom } from './shape.ts'
import { type DrawingProps, useDrawing } from './use-drawing.ts'
import './chart.css'

const NO_ZOOM: Zoom = { from: null, to: null }

export interface TimeChartProps extends DrawingProps {
  readonly label: string
  /** The state of the page; without one the chart keeps its own. */
  readonly view?: SeriesView
  readonly range?: Range
  /** Written before figures, such as $. */
  readonly sign?: string
  readonly height?: number
  readonly isDemo?: boolean
  /** Whether there is room for the names of several series, also where one is drawn. */
  readonly hasNames?: boolean
}

/** Series over time: read by pointer or keys, zoomed by dragging, listed, exported. */
export function TimeChart(props: TimeChartProps) {
  const { label, data, kind, mode, range, sign = '', height = 292, path } = props
  const view = useChartView(props.view, mode, range)
  const [focused, setFocused] = useState<string | null>(null)
  const id = useId()
  const block = use(BlockId) ?? blockId(label)
  const isFluid = use(Embedded) !== null
  const { shaped, drawing, window, refused } = useDrawing(props, view.state)
  const { prepared, shown, byItself } = shaped
  const write = useCallback((value: number) => axisText(value, prepared, sign), [prepared, sign])
  const isTable = view.state.table === block
  const hasNames = props.hasNames === true || shaped.names.length > 1
  if (data.times.length === 0)
    return (
      <EmptyChart hasNames={hasNames}>
        <div className="empty" style={{ minHeight: height }}>
          No points.
        </div>
      </EmptyChart>
    )
  return (
    <figure className={hasNames ? 'chart with-names' : 'chart'} aria-labelledby={id}>
      <figcaption id={id} className="for-readers">
        {summary(label, prepared)}
      </figcaption>
      <ReadPlot
        {...{ label, drawing, sign, height, isFluid, focused, write, window }}
        allTimes={data.times}
        onZoom={(to) => view.set(to === 'all' ? { range: to, ...NO_ZOOM } : (to ?? NO_ZOOM))}
      />
      <ChartFoot
        {...{ label, path, view, shaped, drawing, write, isTable, refused }}
        isStack={kind !== 'line' && shaped.names.length > 1}
        knowsPast={props.seriesOf !== undefined}
        isDemo={props.isDemo ?? false}
        newestSec={data.times.at(-1) ?? 0}
        onFocus={setFocused}
        onToggle={(name) => view.set({ only: switched(name, shown, byItself) })}
        onTable={() => view.set({ table: isTable ? '' : block })}
      />
      {isTable && <ChartTable label={label} prepared={prepared} />}
    </figure>
  )
}

function axisText(value: number, { unit }: Prepared, sign: string): string {
  if (unit === 'percent') return `${Math.round(value)}%`
  return unit === 'index' ? String(Math.round(value)) : shortText(value, { digits: 3, sign })
}

function summary(label: string, { times, layers }: Prepared): string {
  const from = times[0]
  const to = times.at(-1)
  if (from === undefined || to === undefined) return `${label}: no points.`
  const many = layers.length > 1 ? `, ${layers.length} series` : ''
  return `${label}, ${dayText(from)} to ${dayText(to)}${many}.`
}

/** The state of a chart: of the page's URL, or its own where the page holds none. */
function useChartView(
  given: SeriesView | undefined,
  mode: Mode = 'abs',
  range: Range = 'all',
): SeriesView {
  const [local, setLocal] = useState<SeriesState>(SERIES_DEFAULTS)
  if (given !== undefined) return given
  return {
    state: { ...local, mode, range },
    set: (changes) => setLocal((before) => ({ ...before, ...changes })),
  }
}

const ChartTable = memo(function ChartTable(props: { label: string; prepared: Prepared }) {
  const { times, layers } = props.prepared
  const columns = layers.map(({ name, read }) => ({ name, values: read }))
  return <PointTable label={props.label} times={times} columns={columns} />
})
