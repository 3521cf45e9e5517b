import type { Body } from '../../api/answers.ts'
import type { NamedPoints } from '../../blocks/chart/series-block.tsx'
import type { Value } from '../../lib/series.ts'
import { sumOf } from '../../lib/sum-of.ts'

export type Schedule = Body<'getEmission'>
type Section = Schedule['body']['documentedData']['data'][number]

/** Tokens unlocked in all up to each day, or newly in each month. */
export function scheduleSeries(
  sections: readonly Section[],
  by: 'cumulative' | 'month',
): readonly NamedPoints[] {
  return sections.map(({ label, data }) => ({
    name: label,
    points:
      by === 'cumulative'
        ? data.map(({ timestamp, unlocked }) => [timestamp, unlocked] as const)
        : monthly(data),
  }))
}

/** What was unlocked by a moment, of all sections; null before the first day of each. */
export function unlockedAt(sections: readonly Section[], sec: number): number | null {
  return sumOf(
    sections.map(
      ({ data }) => data.findLast(({ timestamp }) => timestamp <= sec)?.unlocked ?? null,
    ),
  )
}

/** The growth within each month, at the first of it; the first month has what was there at once. */
function monthly(data: Section['data']): readonly (readonly [number, Value])[] {
  const months = [...Map.groupBy(data, ({ timestamp }) => monthOf(timestamp))]
  let before: number | null = null
  return months.map(([month, days]) => {
    const end = days.findLast(({ unlocked }) => unlocked !== null)?.unlocked ?? null
    const grown: Value = end === null ? null : end - (before ?? 0)
    before = end ?? before
    return [month, grown] as const
  })
}

function monthOf(sec: number): number {
  const date = new Date(sec * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000
}
