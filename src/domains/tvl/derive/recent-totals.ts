import { at } from '../../../lib/at.ts'
import { PLAIN } from '../facts.ts'
import type { PlaceRecords } from './daily-values.ts'
import type { RecentTotals } from './hourly-change.ts'

/**
 * A protocol's plain total at each of its records, in order of time; a record of sections alone has
 * a total of 0 (semantics 2.1).
 */
export function recentTotals(places: readonly PlaceRecords[]): RecentTotals {
  const totals = new Map<number, number>()
  for (const { section, timesSec, usd } of places) {
    for (const [index, atSec] of timesSec.entries())
      totals.set(atSec, (totals.get(atSec) ?? 0) + (section === PLAIN ? at(usd, index) : 0))
  }
  const ordered = [...totals].sort(([a], [b]) => a - b)
  return { timesSec: ordered.map(([atSec]) => atSec), totalsUsd: ordered.map(([, usd]) => usd) }
}
