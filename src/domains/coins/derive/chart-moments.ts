import type { ChartRange } from './chart-range.ts'

const MAX_CHART_POINTS = 5_000

/**
 * The moments of a chart in order of time (decision 12): at most 5,000 over all coins, the newest
 * are kept. `firstSec` is the time of the earliest record of any asked coin, where a range begins
 * that is open towards the past.
 */
export function chartMoments(range: ChartRange, coins: number, firstSec?: number): number[] {
  const { endSec, stepSec, points, widthSec } = range
  const startSec = range.startSec ?? (points > 0 ? 0 : openStart(firstSec, widthSec))
  const inRange = Math.max(0, Math.floor((endSec - startSec) / stepSec) + 1)
  const wanted = points === 0 ? inRange : Math.min(points, inRange)
  const count = Math.min(wanted, Math.floor(MAX_CHART_POINTS / coins))
  const lastSec = range.countFrom === 'start' ? startSec + (wanted - 1) * stepSec : endSec
  return Array.from({ length: count }, (_, index) => lastSec - (count - 1 - index) * stepSec)
}

/** The earliest moment to which the first record can belong. */
function openStart(firstSec: number | undefined, widthSec: number): number {
  return firstSec === undefined ? Number.POSITIVE_INFINITY : Math.max(0, firstSec - widthSec)
}
