import { DAY_SEC } from '../../../lib/clock.ts'
import type { Column } from './columns.ts'

/** The time of the newest record, and the bounds of the points, both inclusive. */
export interface PointRange {
  newestSec: number
  startSec?: number | undefined
  endSec?: number | undefined
}

/** The days from one to another, which is no longer part of them. */
interface Days {
  fromDay: number
  untilDay: number
}

/** The days that any of the columns reaches. */
export function reachedDays(columns: readonly Column[]): Days {
  const reaching = columns.map(({ days }) => days).filter(({ usd }) => usd.length > 0)
  if (reaching.length === 0) return { fromDay: 0, untilDay: 0 }
  return {
    fromDay: reaching.reduce((least, { firstDay }) => Math.min(least, firstDay), Infinity),
    untilDay: reaching.reduce(
      (most, { firstDay, usd }) => Math.max(most, firstDay + usd.length),
      0,
    ),
  }
}

/** The days that are within the bounds and before the newest record. */
export function boundDays({ newestSec, startSec = 0, endSec = Infinity }: PointRange): Days {
  return {
    fromDay: Math.ceil(startSec / DAY_SEC),
    untilDay: Math.min(Math.ceil(newestSec / DAY_SEC), Math.floor(endSec / DAY_SEC) + 1),
  }
}

/** The days of a chart: those that its columns reach, within the bounds. */
export function chartDays(columns: readonly Column[], range: PointRange): Days {
  const [reached, bounds] = [reachedDays(columns), boundDays(range)]
  const fromDay = Math.max(reached.fromDay, bounds.fromDay)
  return { fromDay, untilDay: Math.max(fromDay, Math.min(reached.untilDay, bounds.untilDay)) }
}

/** Whether the newest record is within the bounds. */
export function showsNewest({ newestSec, startSec = 0, endSec = Infinity }: PointRange): boolean {
  return newestSec >= startSec && newestSec <= endSec
}
