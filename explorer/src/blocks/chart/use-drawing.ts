import { useMemo } from 'react'
import type { SeriesState } from '../../page/series-keys.ts'
import type { Drawing } from './drawing.ts'
import { type Annotation, placeMarks } from './notes.ts'
import { type Shaped, shape, windowOf } from './shape.ts'
import type { TimeChartProps } from './time-chart.tsx'
import { useEarlier } from './use-earlier.ts'
import { useMarks } from './use-marks.ts'

const NO_NOTES: readonly Annotation[] = []
const NONE: ReadonlySet<string> = new Set()

export interface Drawn {
  readonly shaped: Shaped
  readonly drawing: Drawing
  readonly window: readonly [fromSec: number, toSec: number]
  /** What an earlier state was refused with. */
  readonly refused: string | null
}

/** What a chart draws in a state, with what it asks the service for besides its series. */
export function useDrawing(props: TimeChartProps, given: SeriesState): Drawn {
  const { data, kind, mode, rule, annotations = NO_NOTES, dashed = NONE } = props
  const { maxSeries = Number.POSITIVE_INFINITY } = props
  const state = useSame(given)
  const earlier = useEarlier(props.address, state.vs, props.seriesOf)
  const shaped = useMemo(() => {
    const options = { kind, mode: mode ?? state.mode, state, maxSeries, earlier: earlier.data }
    return shape(data, rule === undefined ? options : { ...options, rule })
  }, [data, kind, mode, state, maxSeries, rule, earlier.data])
  const window = windowOf(data.times, state)
  const points = useMarks(props.marksOf, window[0])
  const drawing: Drawing = useMemo(
    () => ({ ...shaped, annotations, marks: placeMarks(points, shaped.prepared.times), dashed }),
    [shaped, annotations, points, dashed],
  )
  return { shaped, drawing, window, refused: earlier.error?.message ?? null }
}

/** The same object while a chart would look the same, whatever else the address says. */
function useSame({ range, from, to, step, mode, draw, avg, vs, only, table }: SeriesState) {
  const text = JSON.stringify([range, from, to, step, mode, draw, avg, vs, only])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says all that is drawn
  return useMemo(() => ({ range, from, to, step, mode, draw, avg, vs, only, table }), [text])
}
