import { PLAIN } from '../facts.ts'
import type { RecentTotals } from './hourly-change.ts'
import type { PlaceRecords } from './place-records.ts'

/**
 * A protocol's plain total at each of its records, in order of time; a record of sections alone has
 * a total of 0 (semantics 2.1).
 */
export function recentTotals(places: readonly PlaceRecords[]): RecentTotals {
  const totals = new Map<number, number>()
  for (const { section, timesSec, usd } of places) {
    timesSec.forEach((atSec, index) => {
      totals.set(atSec, (totals.get(atSec) ?? 0) + (section === PLAIN ? (usd[index] ?? 0) : 0))
    })
  }
  const timesSec = [...totals.keys()].sort((a, b) => a - b)
  return { timesSec, totalsUsd: timesSec.map((atSec) => totals.get(atSec) ?? 0) }
}
