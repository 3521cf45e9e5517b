import { DAY_SEC, HOUR_SEC, MINUTE_SEC } from '../../../lib/clock.ts'

const DAY_MS = 86_400_000

const DATE = /^\d{4}-\d\d-\d\d$/

/** The number of a date's day since 1970, of a text `YYYY-MM-DD`; NaN for any other text. */
export function dayOf(date: string): number {
  if (!DATE.test(date)) return Number.NaN
  return (
    Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) /
    DAY_MS
  )
}

// `toISOString` takes four times as long, and a chart has thousands of dates.
export function dateOf(day: number): string {
  const date = new Date(day * DAY_MS)
  return `${String(date.getUTCFullYear()).padStart(4, '0')}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`
}

/** The same day some months earlier, or the last of that month when it is shorter. */
export function monthsBefore(day: number, months: number): number {
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months]
  return Math.min(dateIn(year, month + 1, date.getUTCDate()), dateIn(year, month + 2, 0))
}

export function yearStart(day: number): number {
  return dateIn(new Date(day * DAY_MS).getUTCFullYear(), 1, 1)
}

/** Sunday is 0; 1 January 1970 was a Thursday. */
export function weekdayNumber(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** Whether a day is a Saturday or a Sunday. */
export function isWeekend(day: number): boolean {
  return weekdayNumber(day) % 6 === 0
}

export function dateIn(year: number, month: number, date: number): number {
  return Date.UTC(year, month - 1, date) / DAY_MS
}

/** The first of a weekday on or after a date. */
export function weekdayFrom(weekday: number, year: number, month: number, date: number): number {
  const day = dateIn(year, month, date)
  return day + ((weekday - weekdayNumber(day) + 7) % 7)
}

/** The nearest day that is a weekday; Sunday is 0. */
export function nearestWeekday(day: number, weekday: number): number {
  const after = (((weekday - weekdayNumber(day)) % 7) + 7) % 7
  return after > 3 ? day + after - 7 : day + after
}

/** The last day of a day's month. */
export function lastOfMonth(day: number): number {
  const date = new Date(day * DAY_MS)
  return dateIn(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)
}

export function isMonthEnd(day: number): boolean {
  return day === lastOfMonth(day)
}

/** ISO 8601 in UTC without fractions, as the second document writes it (responses.md#dates). */
export function isoTime(atSec: number): string {
  const day = Math.floor(atSec / DAY_SEC)
  const second = Math.floor(atSec - day * DAY_SEC)
  const [hours, minutes] = [Math.floor(second / HOUR_SEC), Math.floor(second / MINUTE_SEC)]
  return `${dateOf(day)}T${twoDigits(hours)}:${twoDigits(minutes % 60)}:${twoDigits(second % 60)}Z`
}

export function isoTimeOrNull(atSec: number | null): string | null {
  return atSec === null ? null : isoTime(atSec)
}
