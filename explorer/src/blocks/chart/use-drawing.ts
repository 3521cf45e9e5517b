import { useMemo } from 'react'
import { errorText } from '../../api/client.ts'
import { useOperation, useRequest } from '../../api/request.ts'
import { bandOf } from '../../lib/confidence-band.ts'
import type { ChartData } from '../../lib/series.ts'
import { align, type NamedPoints } from '../../lib/series.ts'
import { dayStart } from '../../lib/writing.ts'
import type { SeriesState } from '../../page/series-keys.ts'
import {
  type Annotation,
  type Drawing,
  type MarkedPoint,
  placeMarks,
  type Strokes,
  withHeldWords,
} from './notes.ts'
import type { ChartKind, Mode, Prepared } from './prepare.ts'
import { earlierTimestamp, type Shaped, shape, windowOf } from './shape.ts'

const NO_NOTES: readonly Annotation[] = []
const PLAIN: Strokes = new Map()

/** What is drawn, and what it is asked with. */
export interface DrawingProps {
  readonly data: ChartData
  readonly kind: ChartKind
  readonly mode?: Mode
  readonly annotations?: readonly Annotation[]
  /** Rows behind the series, whose revised, held and carried points are marked. */
  readonly marksOf?: MarkedRows | readonly MarkedPoint[]
  /** Series whose lines are not plain, by name. */
  readonly strokes?: Strokes
  /** How sure the one series is, by time, from 0 to 1: drawn as a band around it. */
  readonly confidences?: ReadonlyMap<number, number>
  /** Largest series that are drawn until others are picked. */
  readonly maxSeries?: number
  /** Path of the response, for exports and for its earlier states. */
  readonly path: string
  /** How the series were read off the response; needed for its earlier states. */
  readonly seriesOf?: ((body: never) => readonly NamedPoints[]) | undefined
}

export interface Drawn {
  readonly shaped: Shaped
  readonly drawing: Drawing
  readonly window: readonly [fromSec: number, toSec: number]
  /** What an earlier state was refused with. */
  readonly refused: string | null
}

/** What a chart draws in a state, with what it asks the service for besides its series. */
export function useDrawing(props: DrawingProps, given: SeriesState): Drawn {
  const { data, kind, mode, annotations = NO_NOTES, strokes = PLAIN } = props
  const { confidences, maxSeries = Number.POSITIVE_INFINITY } = props
  const state = useSame(given)
  const earlier = useEarlier(props.path, state.vs, props.seriesOf)
  const shaped = useMemo(() => {
    const options = { kind, mode: mode ?? state.mode, state, maxSeries, earlier: earlier.data }
    return shape(data, options)
  }, [data, kind, mode, state, maxSeries, earlier.data])
  const window = windowOf(data.times, state)
  const points = useMarks(props.marksOf, window[0])
  const drawing: Drawing = useMemo(
    () => ({
      ...{ ...shaped, annotations, marks: placeMarks(points, shaped.prepared.times), strokes },
      ...(state.step === 'd' ? bandAround(shaped.prepared, confidences) : null),
    }),
    [shaped, annotations, points, strokes, confidences, state.step],
  )
  return { shaped, drawing, window, refused: earlier.error && errorText(earlier.error) }
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

/** The same object while a chart would look the same, whatever else the URL says. */
function useSame({ range, from, to, step, mode, draw, avg, vs, only, table }: SeriesState) {
  const text = JSON.stringify([range, from, to, step, mode, draw, avg, vs, only])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says all that is drawn
  return useMemo(() => ({ range, from, to, step, mode, draw, avg, vs, only, table }), [text])
}

/** The same response as it was known at the time of `vs=asOf:<time>`. */
function useEarlier<T>(
  responsePath: string,
  vs: string,
  seriesOf: ((body: T) => readonly NamedPoints[]) | undefined,
) {
  const timestamp = earlierTimestamp(vs)
  const [path = '', query = ''] = responsePath.split('?', 2)
  const asked = useRequest<T>(
    timestamp === null || seriesOf === undefined
      ? null
      : { path, query: { ...Object.fromEntries(new URLSearchParams(query)), asOf: timestamp } },
    { knowsPast: false },
  )
  const body = timestamp === null ? undefined : asked.data?.body
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages declare their rule once
  const data = useMemo(
    () => (body === undefined || seriesOf === undefined ? null : align(seriesOf(body))),
    [body],
  )
  return { data, error: timestamp === null ? null : asked.error }
}

const MAX_POINTS = 5_000
const MAX_HITS = 20
const MAX_HOLDS = 1_000
const NONE: readonly MarkedPoint[] = []

/** The rows behind a series: a fact and columns of its key. */
export interface MarkedRows {
  readonly fact: string
  readonly key: Readonly<Record<string, string>>
}

/** Points that were revised, held back or carried, from a timestamp on. */
export function useMarks(
  given: MarkedRows | readonly MarkedPoint[] | undefined,
  fromSec: number,
): readonly MarkedPoint[] {
  const rows = isPoints(given) ? undefined : given
  const start = Number.isFinite(fromSec) ? { start: Math.max(0, dayStart(fromSec)) } : {}
  const key = useKey(rows?.key)
  const asked = useOperation(
    'listMarks',
    rows === undefined || key === null
      ? null
      : { fact: rows.fact, others: key, ...start, limit: MAX_POINTS },
  )
  const points = rows === undefined ? undefined : asked.data?.body.points
  const isHeld = points?.some(({ marks }) => marks.includes('held')) === true
  const holds = useOperation(
    'getQuality',
    isHeld && rows !== undefined ? { fact: rows.fact, state: 'held', limit: MAX_HOLDS } : null,
  )
  const readings = holds.data?.body.readings
  return useMemo(
    () =>
      isPoints(given) ? given : points === undefined ? NONE : withHeldWords(points, readings ?? []),
    [given, points, readings],
  )
}

function isPoints(
  given: MarkedRows | readonly MarkedPoint[] | undefined,
): given is readonly MarkedPoint[] {
  return Array.isArray(given)
}

/** Columns of a key with the id of their chain, which pages know by name; null until it is known. */
function useKey(key: MarkedRows['key'] = {}): MarkedRows['key'] | null {
  const name = key.chain?.toLowerCase()
  const asked = useOperation('getSearch', name === undefined ? null : { q: name, limit: MAX_HITS })
  if (name === undefined) return key
  if (asked.data === undefined) return null
  const { hits } = asked.data.body
  const chain = hits.find((hit) => hit.kind === 'chain' && hit.name.toLowerCase() === name)
  return { ...key, chain: chain?.id ?? name }
}
