import { DAY_SEC } from '../../lib/clock.ts'

export const GRANULARITIES = ['day', 'week', 'month'] as const
export type Granularity = (typeof GRANULARITIES)[number]

const WEEK_SEC = 7 * DAY_SEC
// 1 January 1970 was a Thursday: the Monday of its week is three days before it.
const FIRST_MONDAY_SEC = -3 * DAY_SEC

/** The start of the UTC day, week (Monday) or month that holds a timestamp. */
export function periodStart(sec: number, granularity: Granularity): number {
  if (granularity === 'day') return Math.floor(sec / DAY_SEC) * DAY_SEC
  if (granularity === 'week')
    return Math.floor((sec - FIRST_MONDAY_SEC) / WEEK_SEC) * WEEK_SEC + FIRST_MONDAY_SEC
  const date = new Date(sec * 1000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000
}
