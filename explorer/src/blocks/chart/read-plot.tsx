import { lazy, Suspense, useEffect, useState } from 'react'
import { useTheme } from '../frame/use-theme.ts'
import { Boundary } from '../states/boundary.tsx'
import { Skeleton } from '../states/skeleton.tsx'
import type { Drawing } from './drawing.ts'
import { Readout } from './readout.tsx'
import { type ChartKeysOptions, useChartKeys } from './use-chart-keys.ts'
import { zoomTo } from './zoom.ts'

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
