import { indexed, type Series, shares, stacked, type Value } from '../../lib/series.ts'

export type ChartKind = 'line' | 'bar' | 'stack'
export const MODES = ['abs', 'share', 'index100', 'log'] as const
export type Mode = (typeof MODES)[number]

export interface ChartData {
  readonly times: readonly number[]
  readonly series: readonly Series[]
}

/** What is drawn, and what is read out at a point. */
export interface Prepared {
  readonly times: readonly number[]
  readonly names: readonly string[]
  /** Heights on the axis: tops of layers where series are stacked. */
  readonly drawn: readonly (readonly Value[])[]
  /** Values in the mode's own unit. */
  readonly read: readonly (readonly Value[])[]
  readonly isStacked: boolean
  readonly isLogarithmic: boolean
  readonly unit: 'own' | 'percent' | 'index'
}

/** Values as a mode shows them. A logarithm has no place for 0 and less, so these are gaps. */
export function prepare({ times, series }: ChartData, kind: ChartKind, mode: Mode): Prepared {
  const isStacked = kind === 'stack' && (mode === 'abs' || mode === 'share')
  const shown = mode === 'share' ? shares(series) : mode === 'index100' ? indexed(series) : series
  const read = shown.map(({ values }) =>
    mode === 'log' ? values.map((value) => (value !== null && value > 0 ? value : null)) : values,
  )
  return {
    times,
    names: series.map(({ name }) => name),
    drawn: isStacked ? stacked(shown) : read,
    read,
    isStacked,
    isLogarithmic: mode === 'log',
    unit: mode === 'share' ? 'percent' : mode === 'index100' ? 'index' : 'own',
  }
}

export const RANGES = { '30d': 30, '90d': 90, '6m': 182, '1y': 365, all: Number.POSITIVE_INFINITY }
export type Range = keyof typeof RANGES
export const RANGE_NAMES = Object.keys(RANGES) as Range[]
