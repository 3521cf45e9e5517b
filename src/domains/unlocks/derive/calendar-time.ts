import { DAY_SEC } from '../../../lib/clock.ts'

/** Months go by the calendar, days are 24 hours (unlocks.md#schedule-engine). */
export type Period = { months: number } | { days: number }

/** No token is older than the first chain; times are kept in 32 bits. */
export const EARLIEST_SEC = Date.UTC(2009, 0, 1) / 1000
export const LATEST_SEC = Date.UTC(2105, 11, 31) / 1000

const TIMESTAMP = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/
const PERIOD = /^([1-9]\d{0,3}) (day|week|month|year)s?$/
const MONTHS = { month: 1, year: 12 } as const
const DAYS = { day: 1, week: 7 } as const

/** Of a day (midnight UTC), a timestamp such as 2024-02-29T14:00Z, or Unix seconds, if valid. */
export function findTimestamp(value: unknown): number | undefined {
  const atSec =
    typeof value === 'string' && TIMESTAMP.test(value) ? Date.parse(value) / 1000 : value
  if (
    typeof atSec !== 'number' ||
    !Number.isInteger(atSec) ||
    atSec < EARLIEST_SEC ||
    atSec > LATEST_SEC
  )
    return undefined
  // The 30th of February would be read as a day of March.
  const isOtherDay =
    typeof value === 'string' &&
    new Date(atSec * 1000).toISOString().slice(0, 10) !== value.slice(0, 10)
  return isOtherDay ? undefined : atSec
}

/** A period such as "1 month", "2 years", "30 days" or "1 week", if it is one. */
export function findPeriod(value: unknown): Period | undefined {
  const [, count = '', unit = ''] = (typeof value === 'string' ? PERIOD.exec(value) : null) ?? []
  if (unit === 'month' || unit === 'year') return { months: Number(count) * MONTHS[unit] }
  if (unit === 'day' || unit === 'week') return { days: Number(count) * DAYS[unit] }
  return undefined
}

/** Counted from the same start: the 31st gives a shorter month's last day, then the 31st again. */
export function addPeriods(atSec: number, period: Period, times: number): number {
  if ('days' in period) return atSec + period.days * times * DAY_SEC
  const date = new Date(atSec * 1000)
  const month = date.getUTCMonth() + period.months * times
  const firstSec = Date.UTC(date.getUTCFullYear(), month, 1) / 1000
  // Day 0 of the next month is the last day of this one.
  const lastSec = Date.UTC(date.getUTCFullYear(), month + 1, 0) / 1000
  return Math.min(firstSec + (date.getUTCDate() - 1) * DAY_SEC, lastSec) + (atSec % DAY_SEC)
}
