import type { ChartData } from '../../lib/series.ts'
import { chosen, movingAverage, type Series, since, total } from '../../lib/series.ts'
import { gapsOf, onAxis, previousPeriod, regular, revisedPlaces } from '../../lib/series-compare.ts'
import { type Stepped, type StepRule, stepped } from '../../lib/series-steps.ts'
import { DAY_SEC, timestampText, toSec } from '../../lib/writing.ts'
import type { SeriesState } from '../../page/series-keys.ts'
import { type ChartKind, type Mode, type Prepared, prepare, RANGES } from './prepare.ts'

const MAX_SERIES = 8
const REST_NAME = 'Others'

export interface ShapeOptions {
  readonly kind: ChartKind
  readonly mode: Mode
  /** What a week or month shows; bars add up, lines take the last value. */
  readonly rule?: StepRule
  readonly maxSeries?: number
  readonly state: SeriesState
  /** The series as they were known at the time of `vs`. */
  readonly earlier?: ChartData | null
}

export interface Shaped {
  readonly prepared: Prepared
  /** Every series by name, and those that are shown. */
  readonly names: readonly string[]
  readonly shown: readonly string[]
  /** Names that are shown when none is picked. */
  readonly byItself: readonly string[]
  /** Ranges without a value. */
  readonly gaps: readonly (readonly [fromSec: number, toSec: number])[]
  /** Points that said something else at the time of `vs`. */
  readonly revisedSecs: readonly number[]
  readonly openSec: number | null
}

/** What a chart shows: steps, choice, average, comparison, range and scale, in this order. */
export function shape(data: ChartData, options: ShapeOptions): Shaped {
  const { state, mode, maxSeries: count = MAX_SERIES } = options
  const kind = state.draw === 'lines' ? 'line' : options.kind
  const restName = options.kind === 'line' ? null : REST_NAME
  const whole = inSteps(data, options)
  const choice = chosen(whole.series, { count, only: state.only, restName })
  const all: ChartData = { times: whole.times, series: choice.shown }
  const [fromSec, toSec] = windowOf(all.times, state)
  const days = state.step === 'd' ? Number(state.avg) : Number.NaN
  const averaged = Number.isNaN(days) ? null : averagesOf(all.series, days)
  const isOverlaid = all.series.length === 1
  const cut = (series: readonly Series[]) => since({ times: all.times, series }, fromSec, toSec)
  const shown = cut(averaged === null || isOverlaid ? all.series : averaged)
  const averages = averaged === null || !isOverlaid ? [] : named(averaged, `${days}-day average`)
  const before = comparedWith({ ...options, kind }, all, shown)
  const prepared = prepare(shown, kind, mode, {
    averages: cut(averages).series,
    ghosts: before,
  })
  return {
    prepared,
    names: choice.names,
    shown: choice.shown.map(({ name }) => name),
    byItself: chosen(whole.series, { count, only: [], restName }).shown.map(({ name }) => name),
    gaps: gapsOf({ times: shown.times, series: prepared.layers.map(asRead) }),
    revisedSecs: state.vs === 'prev' ? [] : revisedSecs(shown, before),
    openSec: whole.openSec,
  }
}

/** From and to of what is shown: as asked, else the range counted from the newest point. */
export function windowOf(
  times: readonly number[],
  { range, from, to }: Pick<SeriesState, 'range' | 'from' | 'to'>,
): readonly [fromSec: number, toSec: number] {
  if (from !== null || to !== null)
    return [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY]
  return [(times.at(-1) ?? 0) - RANGES[range] * DAY_SEC, Number.POSITIVE_INFINITY]
}

/** The timestamp of `vs=asOf:<time>`; null for any other comparison. */
export function earlierTimestamp(vs: string): string | null {
  return vs.startsWith('asOf:') ? vs.slice('asOf:'.length) : null
}

export function versusText(vs: string): string {
  const timestamp = earlierTimestamp(vs)
  if (timestamp === null) return 'previous period'
  const sec = toSec(timestamp)
  return `as known ${sec === null ? timestamp : timestampText(sec)}`
}

function inSteps(data: ChartData, { kind, rule, state }: ShapeOptions): Stepped {
  return stepped(regular(data), state.step, rule ?? (kind === 'bar' ? 'sum' : 'last'))
}

/** The series of the comparison on the points that are shown. */
function comparedWith(options: ShapeOptions, all: ChartData, shown: ChartData): readonly Series[] {
  const { state, earlier } = options
  const words = versusText(state.vs)
  if (state.vs === 'prev') {
    const before = previousPeriod(all, shown.times, state.step)
    return before.map(({ name, values }) => ({ name: `${name}, ${words}`, values }))
  }
  if (earlier === undefined || earlier === null) return []
  const then = onAxis(inSteps(earlier, options), shown.times)
  if (options.kind !== 'line' && shown.series.length > 1)
    return [{ name: `Total, ${words}`, values: total(then, shown.times.length) }]
  return shown.series.flatMap(({ name }) => {
    const found = then.find((series) => series.name === name)
    return found === undefined ? [] : [{ name: `${name}, ${words}`, values: found.values }]
  })
}

function revisedSecs(shown: ChartData, before: readonly Series[]): number[] {
  const length = shown.times.length
  if (before.length === 0) return []
  const now = total(shown.series, length)
  return revisedPlaces(now, total(before, length)).flatMap((place) => shown.times[place] ?? [])
}

function averagesOf(series: readonly Series[], days: number): Series[] {
  return series.map(({ name, values }) => ({ name, values: movingAverage(values, days) }))
}

function named(series: readonly Series[], name: string): Series[] {
  return series.map(({ values }) => ({ name, values }))
}

function asRead({ name, read }: Prepared['layers'][number]): Series {
  return { name, values: read }
}

export type Zoom = Pick<SeriesState, 'from' | 'to'>

const MIN_POINTS = 3

/** The points between two timestamps; null where there are too few to draw. */
export function zoomTo(times: readonly number[], fromSec: number, toSec: number): Zoom | null {
  const from = times.findIndex((sec) => sec >= fromSec)
  const to = times.findLastIndex((sec) => sec <= toSec)
  if (from === -1 || to - from + 1 < MIN_POINTS) return null
  return { from: times[from] ?? null, to: times[to] ?? null }
}

/**
 * Nearer to a point (a factor under 1) or further away, within the whole series. All of it is no
 * zoom, but the range of everything.
 */
export function zoomAround(
  times: readonly number[],
  [fromSec, toSec]: readonly [number, number],
  centerSec: number,
  factor: number,
): Zoom | 'all' | null {
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined) return null
  const from = Math.max(first, centerSec - (centerSec - Math.max(first, fromSec)) * factor)
  const to = Math.min(last, centerSec + (Math.min(last, toSec) - centerSec) * factor)
  if (from <= first && to >= last) return 'all'
  return zoomTo(times, from, to)
}

/** The same length, moved by a share of itself, as far as the series goes. */
export function panned(
  times: readonly number[],
  [fromSec, toSec]: readonly [number, number],
  share: number,
): Zoom | null {
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined) return null
  const [from, to] = [Math.max(first, fromSec), Math.min(last, toSec)]
  const wanted = (to - from) * share
  const move = Math.max(first - from, Math.min(last - to, wanted))
  return move === 0 ? null : zoomTo(times, from + move, to + move)
}
