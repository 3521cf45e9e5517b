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

export function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`
}

/** The same day some months earlier, or the last of that month when it is shorter. */
export function monthsBefore(day: number, months: number): number {
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth)) / DAY_MS
}

export function yearStart(day: number): number {
  return Date.UTC(new Date(day * DAY_MS).getUTCFullYear(), 0, 1) / DAY_MS
}

/** Whether a day is a Saturday or a Sunday; 1 January 1970 was a Thursday. */
export function isWeekend(day: number): boolean {
  return ((((day + 4) % 7) + 7) % 7) % 6 === 0
}

export function isMonthEnd(day: number): boolean {
  return new Date((day + 1) * DAY_MS).getUTCDate() === 1
}
