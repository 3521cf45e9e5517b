import { useMemo } from 'react'
import { bandOf } from '../../lib/confidence-band.ts'
import type { SeriesState } from '../../page/series-keys.ts'
import type { Drawing, Strokes } from './drawing.ts'
import { type Annotation, placeMarks } from './notes.ts'
import type { Prepared } from './prepare.ts'
import { type Shaped, shape, windowOf } from './shape.ts'
import type { TimeChartProps } from './time-chart.tsx'
import { useEarlier } from './use-earlier.ts'
import { useMarks } from './use-marks.ts'

const NO_NOTES: readonly Annotation[] = []
const PLAIN: Strokes = new Map()

export interface Drawn {
  readonly shaped: Shaped
  readonly drawing: Drawing
  readonly window: readonly [fromSec: number, toSec: number]
  /** What an earlier state was refused with. */
  readonly refused: string | null
}

/** What a chart draws in a state, with what it asks the service for besides its series. */
export function useDrawing(props: TimeChartProps, given: SeriesState): Drawn {
  const { data, kind, mode, rule, annotations = NO_NOTES, strokes = PLAIN } = props
  const { confidences, maxSeries = Number.POSITIVE_INFINITY } = props
  const state = useSame(given)
  const earlier = useEarlier(props.address, state.vs, props.seriesOf)
  const shaped = useMemo(() => {
    const options = { kind, mode: mode ?? state.mode, state, maxSeries, earlier: earlier.data }
    return shape(data, rule === undefined ? options : { ...options, rule })
  }, [data, kind, mode, state, maxSeries, rule, earlier.data])
  const window = windowOf(data.times, state)
  const points = useMarks(props.marksOf, window[0])
  const drawing: Drawing = useMemo(
    () => ({
      ...{ ...shaped, annotations, marks: placeMarks(points, shaped.prepared.times), strokes },
      ...(state.step === 'd' ? bandAround(shaped.prepared, confidences) : null),
    }),
    [shaped, annotations, points, strokes, confidences, state.step],
  )
  return { shaped, drawing, window, refused: earlier.error?.message ?? null }
}

/** A band around a single series in its own unit. Steps are of other points and have none. */
function bandAround(
  { times, layers, unit }: Prepared,
  confidences: ReadonlyMap<number, number> | undefined,
): Pick<Drawing, 'band'> | null {
  const [line, second] = layers.filter(({ look }) => look === 'main')
  if (confidences === undefined || line === undefined || second !== undefined || unit !== 'own')
    return null
  const band = bandOf(times, line.drawn, confidences)
  return band.low.every((value) => value === null) ? null : { band }
}

/** The same object while a chart would look the same, whatever else the address says. */
function useSame({ range, from, to, step, mode, draw, avg, vs, only, table }: SeriesState) {
  const text = JSON.stringify([range, from, to, step, mode, draw, avg, vs, only])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says all that is drawn
  return useMemo(() => ({ range, from, to, step, mode, draw, avg, vs, only, table }), [text])
}
