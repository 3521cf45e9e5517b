import { placeMarks } from '../../blocks/chart/notes.ts'
import type { ChartData } from '../../blocks/chart/prepare.ts'
import type { ShapeOptions } from '../../blocks/chart/shape.ts'
import { SERIES_DEFAULTS } from '../../page/series-keys.ts'

const KNOWN_UNTIL = 200

export function markExample(times: readonly number[]) {
  const at = (place: number, mark: string) => ({ atSec: times[place] ?? null, marks: [mark] })
  const points = [at(40, 'revised'), at(90, 'carried'), at(91, 'carried'), at(180, 'held')]
  return { marks: placeMarks(points, times) }
}

export function eventExample(times: readonly number[]) {
  const at = (place: number, text: string) => ({ sec: times[place] ?? 0, text })
  return {
    annotations: [
      at(30, 'Launch'),
      at(120, 'Hack: oracle manipulation'),
      at(124, 'Paused'),
      at(128, 'Resumed'),
      at(132, 'Refund'),
      at(236, 'Unlock of the team'),
    ],
  }
}

/** The same figures before some of them were corrected, and before the newest were known. */
export function earlierExample({ times, series }: ChartData): Partial<ShapeOptions> {
  return {
    state: { ...SERIES_DEFAULTS, range: 'all', vs: 'asOf:2026-07-20' },
    earlier: {
      times,
      series: series.map(({ name, values }) => ({
        name,
        values: values.map((value, day) => {
          if (day >= KNOWN_UNTIL || value === null) return null
          return day >= 150 && day < 165 ? value * 0.8 : value
        }),
      })),
    },
  }
}
