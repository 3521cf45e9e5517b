import { DAY_SEC, monthName } from '../../lib/times.ts'

export interface MonthView {
  readonly title: string
  /** A Monday. */
  readonly first: number
  /** Whole weeks. */
  readonly dayCount: number
  readonly before: string
  readonly after: string
}

const WEEK_DAYS = 7
const COMING_WEEKS = 5

/** The weeks of a month such as 2026-12, or the coming ones where it names none. */
export function monthView(month: string, todaySec: number): MonthView {
  const [, year = '', number = ''] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? []
  const today = new Date(todaySec * 1000)
  const isNamed = year !== ''
  const index = isNamed
    ? Number(year) * 12 + Number(number) - 1
    : today.getUTCFullYear() * 12 + today.getUTCMonth()
  const start = startOf(index)
  const first = mondayOf(isNamed ? start : todaySec)
  const weeks = isNamed
    ? Math.ceil((startOf(index + 1) - first) / DAY_SEC / WEEK_DAYS)
    : COMING_WEEKS
  return {
    title: isNamed ? `${monthName(index % 12)} ${Math.floor(index / 12)}` : 'The coming weeks',
    first,
    dayCount: weeks * WEEK_DAYS,
    before: keyOf(index - 1),
    after: keyOf(index + 1),
  }
}

function startOf(index: number): number {
  return Date.UTC(Math.floor(index / 12), index % 12) / 1000
}

function keyOf(index: number): string {
  return new Date(startOf(index) * 1000).toISOString().slice(0, 7)
}

function mondayOf(daySec: number): number {
  const weekday = (new Date(daySec * 1000).getUTCDay() + 6) % WEEK_DAYS
  return daySec - weekday * DAY_SEC
}
