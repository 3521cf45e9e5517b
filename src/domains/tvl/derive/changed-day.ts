import { dayOf } from './daily-values.ts'

/** What later runs brought of one protocol: the times of the earliest and the latest row. */
export interface Touched {
  protocol: string
  firstSec: number
  lastSec: number
}

/** Times of a protocol's first and last daily record, as they were before. */
export interface RecordSpan {
  firstSec: number
  lastSec: number
}

/** What is never reached: no day changes. */
export const NEVER = Number.POSITIVE_INFINITY

/**
 * The first day on which new rows may change a protocol's daily values (semantics 2.6). Days
 * between two records take the later one, so a change begins right after the record before the
 * rows; `undefined` when that is some older record.
 */
export function changedDay(
  { firstSec, lastSec }: Touched,
  span: RecordSpan | undefined,
): number | undefined {
  if (span === undefined) return dayOf(firstSec)
  // Rows after the first record of the last day change nothing on that day.
  if (firstSec > span.lastSec)
    return dayOf(lastSec) === dayOf(span.lastSec) ? NEVER : dayOf(span.lastSec) + 1
  return dayOf(firstSec) <= dayOf(span.firstSec) ? dayOf(firstSec) : undefined
}
