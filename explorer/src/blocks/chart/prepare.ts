import {
  type ChartData,
  indexed,
  type Series,
  shares,
  stacked,
  total,
  type Value,
} from '../../lib/series.ts'

export type ChartKind = 'line' | 'bar' | 'stack'
export const MODES = ['abs', 'share', 'index100', 'percent', 'log'] as const
export type Mode = (typeof MODES)[number]
export const DRAWN_AS = ['auto', 'lines'] as const
export const AVERAGES = ['none', '7', '30'] as const

const RAMP = 8

/** What is drawn besides the series themselves. */
export interface Overlays {
  /** Averages of the one series that is drawn. */
  readonly averages?: readonly Series[]
  /** Series that are compared with. */
  readonly ghosts?: readonly Series[]
}

/** One line, area or row of bars. */
export interface Layer {
  readonly name: string
  /** Heights on the axis: the top of the layer where series are stacked. */
  readonly drawn: readonly Value[]
  /** Values in the mode's own unit. */
  readonly read: readonly Value[]
  readonly look: 'main' | 'average' | 'ghost'
  /** Place in the palette. */
  readonly place: number
}

/** What is drawn, and what is read out at a point. */
export interface Prepared {
  readonly times: readonly number[]
  readonly layers: readonly Layer[]
  readonly isStacked: boolean
  readonly isBars: boolean
  readonly isLogarithmic: boolean
  readonly unit: 'own' | 'percent' | 'index'
}

/** Values as a mode shows them, with what they are compared with. */
export function prepare(
  { times, series }: ChartData,
  kind: ChartKind,
  mode: Mode,
  { averages = [], ghosts = [] }: Overlays = {},
): Prepared {
  const addsUp = kind === 'stack' || (kind === 'bar' && series.length > 1)
  const isStacked = addsUp && (mode === 'abs' || mode === 'share')
  const shown = inMode(series, mode)
  const tops = isStacked ? stacked(shown) : shown.map(({ values }) => values)
  const main = shown.map(({ name, values }, place): Layer => {
    const color = isStacked ? spread(place, shown.length) : place
    return { name, read: values, drawn: tops[place] ?? values, look: 'main', place: color }
  })
  // Layers of an earlier state would hide each other: their sum is enough.
  const compared = isStacked && ghosts.length > 1 ? [sumOf(ghosts, times.length)] : ghosts
  const overlay = (look: Layer['look'], lines: readonly Series[]) =>
    inMode(mode === 'share' ? [] : lines, mode).map(
      ({ name, values }, place): Layer => ({ name, read: values, drawn: values, look, place }),
    )
  return {
    times,
    layers: [...main, ...overlay('average', averages), ...overlay('ghost', compared)],
    isStacked,
    isBars: kind === 'bar' && (isStacked || series.length === 1),
    isLogarithmic: mode === 'log',
    unit:
      mode === 'share' || mode === 'percent' ? 'percent' : mode === 'index100' ? 'index' : 'own',
  }
}

/** Few layers take colours further apart than their neighbours on the ramp. */
function spread(place: number, count: number): number {
  if (count < 2 || count >= RAMP) return place
  const last = Math.min(RAMP - 2, count + 1)
  return Math.round((place * last) / (count - 1))
}

/** A logarithm has no place for 0 and less, so these are gaps. */
function inMode(series: readonly Series[], mode: Mode): readonly Series[] {
  if (mode === 'share') return shares(series)
  if (mode === 'index100') return indexed(series)
  if (mode === 'percent') return mapped(indexed(series), (value) => value - 100)
  return mode === 'log' ? mapped(series, (value) => (value > 0 ? value : null)) : series
}

function mapped(series: readonly Series[], rule: (value: number) => Value): Series[] {
  return series.map(({ name, values }) => ({
    name,
    values: values.map((value) => (value === null ? null : rule(value))),
  }))
}

function sumOf(series: readonly Series[], length: number): Series {
  const [first] = series
  const words = first?.name.split(', ').at(-1) ?? ''
  return { name: `Total, ${words}`, values: total(series, length) }
}

/** Scales that say something about such a chart. */
export function modesOf(kind: ChartKind, count: number): readonly Mode[] {
  if (count > 1) return kind === 'line' ? ['abs', 'log', 'percent', 'index100'] : ['abs', 'share']
  return kind === 'bar' ? ['abs', 'log'] : ['abs', 'log', 'percent']
}

export const RANGES = { '30d': 30, '90d': 90, '6m': 182, '1y': 365, all: Number.POSITIVE_INFINITY }
export type Range = keyof typeof RANGES
export const RANGE_NAMES = Object.keys(RANGES) as Range[]
