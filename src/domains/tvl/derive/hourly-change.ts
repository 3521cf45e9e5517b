import { at } from '../../../lib/at.ts'
import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import { PLAIN } from '../facts.ts'
import type { PlaceRecords } from './daily-values.ts'

/** A protocol's totals at its recent records, in order of time. */
export interface RecentTotals {
  timesSec: readonly number[]
  totalsUsd: readonly number[]
}

export interface Changes {
  change_1h: number | null
  change_1d: number | null
  change_7d: number | null
}

const WEEK_SEC = 7 * DAY_SEC

/** Changes against the record before, a day and a week ago (tvl.md#list-of-protocols). */
export function hourlyChanges(recent: RecentTotals, nowSec: number): Changes {
  const newest = recent.totalsUsd.length - 1
  const value = recent.totalsUsd[newest]
  return {
    change_1h: change(value, earlier(recent, newest - 1)),
    change_1d: change(
      value,
      earlier(recent, findWithin(recent, nowSec - 2 * DAY_SEC, nowSec - DAY_SEC)),
    ),
    change_7d: change(
      value,
      earlier(recent, findWithin(recent, nowSec - 2 * WEEK_SEC, nowSec - WEEK_SEC)),
    ),
  }
}

/** Index of the newest record in the closed range, or -1. */
function findWithin(recent: RecentTotals, fromSec: number, toSec: number): number {
  const index = recent.timesSec.findLastIndex((atSec) => atSec <= toSec)
  return (recent.timesSec[index] ?? Number.NEGATIVE_INFINITY) >= fromSec ? index : -1
}

/** A value more than twice the nearest daily record is taken for an error and not compared with. */
function earlier(recent: RecentTotals, index: number): number | undefined {
  const value = recent.totalsUsd[index]
  const daily = nearestDaily(recent, index)
  return value === undefined || (daily !== undefined && value > 2 * daily) ? undefined : value
}

/** The daily record nearest to a record: the first record of a UTC day is that day's. */
function nearestDaily(recent: RecentTotals, index: number): number | undefined {
  const atSec = recent.timesSec[index]
  if (atSec === undefined) return undefined
  let best: { distance: number; total: number | undefined } | undefined
  for (const [position, time] of recent.timesSec.entries()) {
    const isFirstOfDay =
      position === 0 || dayStart(at(recent.timesSec, position - 1)) !== dayStart(time)
    const distance = Math.abs(time - atSec)
    if (isFirstOfDay && (best === undefined || distance < best.distance))
      best = { distance, total: recent.totalsUsd[position] }
  }
  return best?.total
}

function change(current: number | undefined, previous: number | undefined): number | null {
  if (current === undefined || previous === undefined || previous === 0) return null
  const percent = (current / previous) * 100 - 100
  return Number.isFinite(percent) ? percent : null
}

/** Plain totals by record in order of time; sections alone total 0 (tvl.md#list-of-protocols). */
export function recentTotals(places: readonly PlaceRecords[]): RecentTotals {
  const totals = new Map<number, number>()
  for (const { section, timesSec, usd } of places) {
    for (const [index, atSec] of timesSec.entries())
      totals.set(atSec, (totals.get(atSec) ?? 0) + (section === PLAIN ? at(usd, index) : 0))
  }
  const ordered = [...totals].sort(([a], [b]) => a - b)
  return { timesSec: ordered.map(([atSec]) => atSec), totalsUsd: ordered.map(([, usd]) => usd) }
}
