import { type KeyboardEvent, lazy, Suspense, useId, useMemo, useState } from 'react'
import { shortText } from '../../lib/numbers.ts'
import { since } from '../../lib/series.ts'
import { DAY_SEC, dayText } from '../../lib/times.ts'
import { useTheme } from '../frame/use-theme.ts'
import { Boundary } from '../states/boundary.tsx'
import { Skeleton } from '../states/skeleton.tsx'
import { ChartTable } from './chart-table.tsx'
import { ExportChart } from './export-chart.tsx'
import { Legend } from './legend.tsx'
import type { Annotation, Mark } from './plot.tsx'
import {
  type ChartData,
  type ChartKind,
  type Mode,
  prepare,
  RANGES,
  type Range,
} from './prepare.ts'
import { Readout } from './readout.tsx'
import './chart.css'

const Plot = lazy(() => import('./plot.tsx').then((module) => ({ default: module.Plot })))
const NO_NAMES: ReadonlySet<string> = new Set()
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -30,
  PageDown: 30,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

export interface TimeChartProps {
  readonly label: string
  readonly data: ChartData
  readonly kind: ChartKind
  readonly mode?: Mode
  readonly range?: Range
  /** Written before figures, such as $. */
  readonly sign?: string
  readonly height?: number
  readonly annotations?: readonly Annotation[]
  readonly marks?: readonly Mark[]
  /** Names of series that are compared with: drawn dashed. */
  readonly dashed?: ReadonlySet<string>
  /** Address of the answer, for exports. */
  readonly address: string
}

/** Series over time: read by pointer or keys, zoomed by dragging, listed, exported. */
export function TimeChart(props: TimeChartProps) {
  const { label, data, kind, mode = 'abs', range = 'all', sign = '', height = 292 } = props
  const [zoom, setZoom] = useState<{ from: number; to: number } | null>(null)
  const [cursor, setCursor] = useState<number | null>(null)
  const [hidden, setHidden] = useState(NO_NAMES)
  const [focused, setFocused] = useState<string | null>(null)
  const [isTable, setIsTable] = useState(false)
  const theme = useTheme()
  const id = useId()
  const prepared = useMemo(() => {
    const newest = data.times.at(-1) ?? 0
    const ranged = since(data, newest - RANGES[range] * DAY_SEC)
    const zoomed = zoom === null ? ranged : within(ranged, zoom)
    const shown = zoomed.series.filter(({ name }) => !hidden.has(name))
    return prepare({ times: zoomed.times, series: shown }, kind, mode)
  }, [data, range, zoom, kind, mode, hidden])
  const write = (value: number) =>
    prepared.unit === 'percent'
      ? `${Math.round(value)}%`
      : prepared.unit === 'index'
        ? String(Math.round(value))
        : shortText(value, { digits: 3, sign })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setCursor(null)
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const newest = prepared.times.length - 1
    setCursor(Math.max(0, Math.min(newest, (cursor ?? newest) + step)))
  }
  if (data.times.length === 0) return <div className="empty">No points in this range.</div>
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id} className="for-readers">
        {summary(label, prepared.times, prepared.names)}
      </figcaption>
      <Readout prepared={prepared} cursor={cursor} sign={sign} />
      <div
        role="img"
        aria-label={`${label}. Arrow keys read it.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a chart is read point by point by keys
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <Boundary>
          <Suspense fallback={<Skeleton shape={{ height }} />}>
            <Plot
              prepared={prepared}
              kind={kind}
              height={height}
              hidden={NO_NAMES}
              focused={focused}
              annotations={props.annotations ?? []}
              marks={props.marks ?? []}
              dashed={props.dashed ?? NO_NAMES}
              theme={theme}
              cursor={cursor}
              write={write}
              onCursor={setCursor}
              onZoom={(from, to) => setZoom({ from, to })}
            />
          </Suspense>
        </Boundary>
      </div>
      <footer className="chart-foot">
        {data.series.length > 1 && (
          <Legend
            names={data.series.map(({ name }) => name)}
            isStacked={prepared.isStacked}
            hidden={hidden}
            onToggle={(name) => setHidden(toggled(hidden, name))}
            onFocus={setFocused}
          />
        )}
        <div className="actions">
          {zoom !== null && (
            <button type="button" className="action" onClick={() => setZoom(null)}>
              Show all
            </button>
          )}
          <button
            type="button"
            className="action"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            View as table
          </button>
          <ExportChart
            title={label}
            address={props.address}
            kind={kind}
            prepared={prepared}
            write={write}
          />
        </div>
      </footer>
      {isTable && <ChartTable label={label} prepared={prepared} />}
    </figure>
  )
}

function within(
  { times, series }: ChartData,
  { from, to }: { from: number; to: number },
): ChartData {
  const start = times.findIndex((sec) => sec >= from)
  const end = times.findLastIndex((sec) => sec <= to) + 1
  if (start === -1 || end <= start) return { times, series }
  return {
    times: times.slice(start, end),
    series: series.map(({ name, values }) => ({ name, values: values.slice(start, end) })),
  }
}

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(names)
  if (!next.delete(name)) next.add(name)
  return next
}

function summary(label: string, times: readonly number[], names: readonly string[]): string {
  const from = times[0]
  const to = times.at(-1)
  if (from === undefined || to === undefined) return `${label}: no points.`
  const many = names.length > 1 ? `, ${names.length} series` : ''
  return `${label}, ${dayText(from)} to ${dayText(to)}${many}.`
}
