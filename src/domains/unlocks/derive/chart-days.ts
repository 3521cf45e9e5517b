import { DAY_SEC, dayStart } from '../../../lib/clock.ts'

/** The most points of one chart, over all its sections. */
export const MAX_POINTS = 100_000

interface Span {
  startSec: number | undefined
  endSec: number
}

/**
 * The first and the last midnight of a chart: the one at or before the earliest start and the one
 * at or after the latest end (semantics
 * 8.3); `undefined` when nothing has started. A chart that would have too many points ends earlier.
 */
export function findChartRange(
  sections: readonly Span[],
): { firstSec: number; lastSec: number } | undefined {
  const started = sections.filter(({ startSec }) => startSec !== undefined)
  if (started.length === 0) return undefined
  const firstSec = dayStart(Math.min(...started.map(({ startSec }) => startSec ?? 0)))
  const endSec = dayStart(Math.max(...started.map((section) => section.endSec)) + DAY_SEC - 1)
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
