import { findNearestRecord, type TimedRecord } from '../../../derive/nearest-record.ts'
import { percentChange } from '../../../derive/percent-change.ts'
import { DAY_SEC } from '../../../lib/clock.ts'
import { historicalWidthSec } from './search-width.ts'

export interface ChangeQuery {
  timestamp: number | undefined
  lookForward: boolean
  period: number | undefined
  searchWidth: number | undefined
}

/** The two timestamps of a change (coins.md#percentages): by default now and 24 hours ago. */
export function changeTimestamps(query: ChangeQuery, nowSec: number) {
  const periodSec = query.period ?? DAY_SEC
  const atSec = query.timestamp ?? nowSec
  return {
    atSec,
    otherSec: query.lookForward ? atSec + periodSec : atSec - periodSec,
    widthSec: historicalWidthSec(query.searchWidth, Math.floor(periodSec / 4)),
  }
}

/** Price and its change to the other timestamp (coins.md#percentages), or which has no price. */
export function priceChange(
  records: readonly (TimedRecord & { priceUsd: number })[],
  { atSec, otherSec, widthSec }: ReturnType<typeof changeTimestamps>,
): { priceUsd: number; changePct: number | null } | { missingSec: number } {
  const at = findNearestRecord(records, atSec, widthSec)
  if (at === undefined) return { missingSec: atSec }
  const other = findNearestRecord(records, otherSec, widthSec)
  if (other === undefined) return { missingSec: otherSec }
  const [earlier, later] = otherSec < atSec ? [other, at] : [at, other]
  return { priceUsd: at.priceUsd, changePct: percentChange(earlier.priceUsd, later.priceUsd) }
}
