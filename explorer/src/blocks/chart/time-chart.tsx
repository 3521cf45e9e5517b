import { lazy, Suspense, use, useCallback, useId, useMemo, useState } from 'react'
import { shortText } from '../../lib/numbers.ts'
import { switched } from '../../lib/series-choice.ts'
import type { StepRule } from '../../lib/series-steps.ts'
import { dayText } from '../../lib/times.ts'
import { BlockId, blockId, Embedded } from '../embed/embedded.ts'
import { useTheme } from '../frame/use-theme.ts'
import { Boundary } from '../states/boundary.tsx'
import { Skeleton } from '../states/skeleton.tsx'
import { ChartFoot } from './chart-foot.tsx'
import { ChartTable } from './chart-table.tsx'
import type { Drawing } from './drawing.ts'
import { type Annotation, type MarkedPoint, placeMarks } from './notes.ts'
import type { ChartData, ChartKind, Mode, Prepared, Range } from './prepare.ts'
import { Readout } from './readout.tsx'
import type { NamedPoints, SeriesView } from './series-block.tsx'
import { shape, windowOf } from './shape.ts'
import { useChartKeys } from './use-chart-keys.ts'
import { useChartView } from './use-chart-view.ts'
import { useEarlier } from './use-earlier.ts'
import { type MarkedRows, useMarks } from './use-marks.ts'
import { type Zoom, zoomTo } from './zoom.ts'
import './chart.css'

const Plot = lazy(() => import('./plot.tsx').then((module) => ({ default: module.Plot })))
const NO_NOTES: readonly Annotation[] = []
const NONE: ReadonlySet<string> = new Set()

export interface TimeChartProps {
  readonly label: string
  readonly data: ChartData
  readonly kind: ChartKind
  /** The state of the page; without one the chart keeps its own. */
  readonly view?: SeriesView
  readonly mode?: Mode
  readonly range?: Range
  /** Written before figures, such as $. */
  readonly sign?: string
  readonly height?: number
  readonly annotations?: readonly Annotation[]
  /** Rows behind the series, whose revised, held and carried points are marked. */
  readonly marksOf?: MarkedRows | readonly MarkedPoint[]
  /** Names of series that are estimates, drawn dashed. */
  readonly dashed?: ReadonlySet<string>
  /** What a week or month shows, where it is not the usual of its kind. */
  readonly rule?: StepRule
  /** Largest series that are drawn until others are picked. */
  readonly maxSeries?: number
  /** Address of the answer, for exports and for its earlier states. */
  readonly address: string
  readonly isDemo?: boolean
  /** How the series were read off the answer; needed for its earlier states. */
  readonly seriesOf?: ((body: never) => readonly NamedPoints[]) | undefined
}

/** Series over time: read by pointer or keys, zoomed by dragging, listed, exported. */
export function TimeChart(props: TimeChartProps) {
  const {
    label,
    data,
    kind,
    mode,
    range,
    sign = '',
    address,
    annotations = NO_NOTES,
    dashed = NONE,
  } = props
  const view = useChartView(props.view, {
    ...(mode === undefined ? {} : { mode }),
    ...(range === undefined ? {} : { range }),
  })
  const { state } = view
  const [cursor, setCursor] = useState<number | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const theme = useTheme()
  const id = useId()
  const block = use(BlockId) ?? blockId(label)
  const { height = 292 } = props
  const isFluid = use(Embedded) !== null
  const earlier = useEarlier(address, state.vs, props.seriesOf)
  const shaped = useMemo(
    () =>
      shape(data, {
        kind,
        mode: mode ?? state.mode,
        state,
        maxSeries: props.maxSeries ?? Number.POSITIVE_INFINITY,
        earlier: earlier.data,
        ...(props.rule === undefined ? {} : { rule: props.rule }),
      }),
    [data, kind, mode, state, props.maxSeries, props.rule, earlier.data],
  )
  const { prepared } = shaped
  const window = windowOf(data.times, state)
  const points = useMarks(props.marksOf, window[0])
  const drawing: Drawing = useMemo(
    () => ({ ...shaped, annotations, marks: placeMarks(points, shaped.prepared.times), dashed }),
    [shaped, annotations, points, dashed],
  )
  const write = useCallback((value: number) => axisText(value, prepared, sign), [prepared, sign])
  const zoom = (to: Zoom | 'all' | null) => {
    setCursor(null)
    view.set(
      to === 'all' ? { range: 'all', from: null, to: null } : (to ?? { from: null, to: null }),
    )
  }
  const onKeyDown = useChartKeys({
    times: prepared.times,
    allTimes: data.times,
    window,
    cursor,
    onCursor: setCursor,
    onZoom: zoom,
  })
  const isTable = state.table === block
  if (data.times.length === 0) return <div className="empty">No points.</div>
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id} className="for-readers">
        {summary(label, prepared)}
      </figcaption>
      <Readout drawing={drawing} cursor={cursor} sign={sign} />
      <div
        role="img"
        aria-label={`${label}. Arrow keys read it, plus and minus zoom.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a chart is read point by point by keys
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <Boundary>
          <Suspense fallback={<Skeleton shape={{ height }} />}>
            {prepared.times.length === 0 ? (
              <div className="empty">No points in this range.</div>
            ) : (
              <Plot
                {...{ drawing, height, isFluid, focused, theme, cursor, write }}
                onCursor={setCursor}
                onZoom={(from, to) => {
                  const next = zoomTo(data.times, from, to)
                  if (next !== null) zoom(next)
                }}
              />
            )}
          </Suspense>
        </Boundary>
      </div>
      <ChartFoot
        {...{ label, address, view, shaped, drawing, window, write, isTable }}
        isStack={kind !== 'line' && shaped.names.length > 1}
        knowsPast={props.seriesOf !== undefined}
        isDemo={props.isDemo ?? false}
        refused={earlier.error?.message ?? null}
        newestSec={data.times.at(-1) ?? 0}
        onFocus={setFocused}
        onToggle={(name) => view.set({ only: switched(name, shaped.shown, shaped.byItself) })}
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
