import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import type { SectionCurve } from './section-curve.ts'

/** The most points of one chart, over all its sections. */
export const MAX_POINTS = 100_000

interface Span {
  startSec: number | undefined
  endSec: number
}

/** The midnights around all sections (unlocks.md#schedule-engine), fewer if there were too many. */
export function findChartRange(
  sections: readonly Span[],
): { firstSec: number; lastSec: number } | undefined {
  const starts = sections.flatMap(({ startSec }) => startSec ?? [])
  if (starts.length === 0) return undefined
  const firstSec = dayStart(Math.min(...starts))
  const endSec = dayStart(Math.max(...sections.map((section) => section.endSec)) + DAY_SEC - 1)
  const longestSec = (Math.floor(MAX_POINTS / sections.length) - 1) * DAY_SEC
  return { firstSec, lastSec: Math.min(endSec, firstSec + longestSec) }
}

/** All midnights of a chart. */
export function chartDays(sections: readonly Span[]): number[] {
  const range = findChartRange(sections)
  if (range === undefined) return []
  return Array.from(
    { length: (range.lastSec - range.firstSec) / DAY_SEC + 1 },
    (_, index) => range.firstSec + index * DAY_SEC,
  )
}

export type SectionPoint = ReturnType<typeof sectionPoints>[number]

/** Daily points with what was emitted and burned until then (unlocks.md#schedule-engine). */
export function sectionPoints(section: SectionCurve, daysSec: readonly number[]) {
  const knownUntilSec = section.incomplete?.lastRecordSec ?? Number.POSITIVE_INFINITY
  return daysSec.map((timestamp) => {
    const rawEmission = section.emittedAt(timestamp)
    const burned = section.burnedAt(timestamp)
    const point = { timestamp, unlocked: rawEmission - burned, rawEmission, burned }
    return timestamp > knownUntilSec ? { ...point, forecast: true as const } : point
  })
}
