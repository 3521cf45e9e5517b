import type { ChartData } from '../../blocks/chart/prepare.ts'
import type { Value } from '../../lib/series.ts'
import { DAY_SEC } from '../../lib/writing.ts'

/** Figures that are made up once and never change, so that stories look the same for ever. */

export const FIRST_SEC = Date.UTC(2026, 0, 1) / 1000
const DAYS = 240

export const EXAMPLE_TIMES: readonly number[] = Array.from(
  { length: DAYS },
  (_, day) => FIRST_SEC + day * DAY_SEC,
)

/** A line that rises in waves; names differ by their place. */
export function wave(place: number, size = 1e8): number[] {
  return EXAMPLE_TIMES.map((_, day) => {
    const rise = 1 + day / (DAYS + place * 60)
    return (size / (place + 1)) * rise * (1.2 + Math.sin(day / (9 + place * 4)) * 0.25)
  })
}

export function waves(names: readonly string[], size?: number): ChartData {
  const series = names.map((name, place) => ({ name, values: wave(place, size) }))
  return { times: EXAMPLE_TIMES, series }
}

/** Money that came and went: above and below 0. */
export function flows(names: readonly string[]): ChartData {
  const series = names.map((name, place) => ({
    name,
    values: EXAMPLE_TIMES.map((_, day) => Math.sin(day / (5 + place * 3) + place) * 4e7),
  }))
  return { times: EXAMPLE_TIMES, series }
}

/** One line that lacks some days. */
export function withGap(from: number, to: number): ChartData {
  const values: Value[] = wave(0).map((value, day) => (day >= from && day < to ? null : value))
  return { times: EXAMPLE_TIMES, series: [{ name: 'Value locked', values }] }
}

export const HOSTILE_NAMES = [
  '<img src=x onerror=alert(1)>',
  'مثال \u202Ereversed',
  '🦄🦄🦄',
  'Averylongnamewithoutanyroomtobreak'.repeat(4),
]
