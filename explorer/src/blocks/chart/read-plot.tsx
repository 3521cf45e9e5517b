import { type KeyboardEvent, lazy, Suspense, useEffect, useState } from 'react'
import { useTheme } from '../frame/use-theme.ts'
import { Boundary } from '../states/boundary.tsx'
import { Skeleton } from '../states/skeleton.tsx'
import type { Drawing } from './notes.ts'
import { Readout } from './readout.tsx'
import { panned, type Zoom, zoomAround, zoomTo } from './shape.ts'

const Plot = lazy(() => import('./plot.tsx').then((module) => ({ default: module.Plot })))

export interface ReadPlotProps extends Pick<ChartKeysOptions, 'allTimes' | 'window' | 'onZoom'> {
  readonly label: string
  readonly drawing: Drawing
  readonly sign: string
  readonly height: number
  readonly isFluid: boolean
  readonly focused: string | null
  write(value: number): string
}

/** A plot and what is read on it. Only these two follow the pointer, not the chart around them. */
export function ReadPlot(props: ReadPlotProps) {
  const { label, drawing, sign, height, isFluid, focused, write, allTimes, window, onZoom } = props
  const [cursor, setCursor] = useState<number | null>(null)
  const theme = useTheme()
  const { times } = drawing.prepared
  // biome-ignore lint/correctness/useExhaustiveDependencies: another range has other points
  useEffect(() => setCursor(null), [times])
  const onKeyDown = useChartKeys({ times, allTimes, window, cursor, onCursor: setCursor, onZoom })
  return (
    <>
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
            {times.length === 0 ? (
              <div className="empty">No points in this range.</div>
            ) : (
              <Plot
                {...{ drawing, height, isFluid, focused, theme, cursor, write }}
                onCursor={setCursor}
                onZoom={(from, to) => {
                  const next = zoomTo(allTimes, from, to)
                  if (next !== null) onZoom(next)
                }}
              />
            )}
          </Suspense>
        </Boundary>
      </div>
    </>
  )
}

/** How far a key moves what is read. */
export const POINT_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -30,
  PageDown: 30,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}
const ZOOMS: Readonly<Record<string, number>> = { '+': 0.5, '=': 0.5, '-': 2, _: 2 }
const PANS: Readonly<Record<string, number>> = { ArrowLeft: -0.5, ArrowRight: 0.5 }

interface ChartKeysOptions {
  /** Points that are shown, and all of them. */
  readonly times: readonly number[]
  readonly allTimes: readonly number[]
  readonly window: readonly [fromSec: number, toSec: number]
  readonly cursor: number | null
  onCursor(index: number | null): void
  /** `all` shows everything, null goes back to the range. */
  onZoom(zoom: Zoom | 'all' | null): void
}

/** Arrows read a chart; plus, minus and 0 zoom; shift and arrows move it; Escape lets go. */
function useChartKeys(options: ChartKeysOptions) {
  return (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === 'Escape') return options.onCursor(null)
    if (reads(event, options) || zooms(event, options)) event.preventDefault()
  }
}

function reads({ key, shiftKey }: KeyboardEvent, options: ChartKeysOptions): boolean {
  const step = shiftKey ? undefined : POINT_STEPS[key]
  if (step === undefined) return false
  const newest = options.times.length - 1
  options.onCursor(Math.max(0, Math.min(newest, (options.cursor ?? newest) + step)))
  return true
}

function zooms({ key, shiftKey }: KeyboardEvent, options: ChartKeysOptions): boolean {
  const { times, allTimes, window, cursor, onZoom } = options
  const factor = ZOOMS[key]
  const share = shiftKey ? PANS[key] : undefined
  if (key === '0') onZoom(null)
  else if (factor !== undefined) {
    const center = times[cursor ?? times.length - 1]
    const next = center === undefined ? null : zoomAround(allTimes, window, center, factor)
    if (next !== null) onZoom(next)
  } else if (share !== undefined) {
    const next = panned(allTimes, window, share)
    if (next !== null) onZoom(next)
  } else return false
  return true
}
