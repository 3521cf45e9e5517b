import type { UsdLine } from './without-gaps.ts'

// Feeds fail for a day or a weekend; what was not reported for longer is gone.
const STANDS_DAYS = 7

/** Decision 131: whether what was last reported on a day still stands on another. */
export function standsOn(lastDay: number, day: number): boolean {
  return day - lastDay <= STANDS_DAYS
}

/** The last day on which a line has a figure, at most `untilDay`: after its last report it stands for a week. */
export function standsUntil({ firstDay, usd }: UsdLine, untilDay: number): number {
  return Math.min(untilDay, firstDay + usd.length - 1 + STANDS_DAYS)
}

/** What a line has on a day; `undefined` before it begins and once it no longer stands. */
export function figureOn(line: UsdLine, day: number): number | undefined {
  if (day > standsUntil(line, day)) return undefined
  return line.usd[Math.min(day - line.firstDay, line.usd.length - 1)]
}
