import { HOUR_SEC } from '../../../lib/clock.ts'

/** What a holder was worth at its records, without its own tokens, in order of time. */
export interface RecordedTotals {
  timesSec: readonly number[]
  totalsUsd: readonly number[]
}

/**
 * Recorded totals and, as the newest, the holdings of now: so the rule of TVL applies as it
 * stands (treasuries.md#present-and-earlier-values, tvl.md#list-of-protocols).
 */
export function totalsUntilNow(
  { timesSec, totalsUsd }: RecordedTotals,
  nowUsd: number | null,
  nowSec: number,
): RecordedTotals {
  if (nowUsd === null) return { timesSec: [], totalsUsd: [] }
  const later = timesSec.findIndex((atSec) => atSec >= nowSec)
  const count = later < 0 ? timesSec.length : later
  return {
    timesSec: [...timesSec.slice(0, count), nowSec],
    totalsUsd: [...totalsUsd.slice(0, count), nowUsd],
  }
}

// The rule of TVL looks back at most twice as far as a day and a week; so does this for an hour.
const MAX_HOUR_AGE_SEC = 2 * HOUR_SEC

/** Without a record about an hour old, a change since the last is no change of an hour. */
export function wasRecordedLately({ timesSec }: RecordedTotals, nowSec: number): boolean {
  return timesSec.some((atSec) => atSec < nowSec && atSec >= nowSec - MAX_HOUR_AGE_SEC)
}
