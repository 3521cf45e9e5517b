import { dateIn, isMonthEnd, lastOfMonth, monthsBefore } from '../days.ts'

/** A quarter of a fiscal year, the year in which it ends (equities.md#fiscal-periods). */
export interface FiscalQuarter {
  readonly year: number
  readonly quarter: 1 | 2 | 3 | 4
}

const DAY_MS = 86_400_000
const QUARTER_DAYS = 91.3125
// A 52/53-week year ends up to a week around the day on file, which may be that of last year.
const SLACK_DAYS = 16

/** Last day of the fiscal year that ends in a calendar year, by `MMDD`. */
function yearEndDay(calendarYear: number, yearEnd: string): number {
  const [month, date] = [Number(yearEnd.slice(0, 2)), Number(yearEnd.slice(2))]
  return Math.min(dateIn(calendarYear, month, date), dateIn(calendarYear, month + 1, 0))
}

/** The nearest fiscal quarter; a year that ends early in January is named after the one before. */
export function fiscalQuarter(endDay: number, yearEnd: string): FiscalQuarter {
  const calendarYear = new Date(endDay * DAY_MS).getUTCFullYear()
  const years = [calendarYear - 1, calendarYear, calendarYear + 1, calendarYear + 2]
  const closing =
    years.map((year) => yearEndDay(year, yearEnd)).find((day) => day - endDay >= -SLACK_DAYS) ??
    endDay
  const left = Math.min(3, Math.max(0, Math.round((closing - endDay) / QUARTER_DAYS)))
  return { year: fiscalYearOf(closing), quarter: (4 - left) as FiscalQuarter['quarter'] }
}

/** The expected last day of a fiscal quarter. */
export function expectedEnd({ year, quarter }: FiscalQuarter, yearEnd: string): number {
  const closing = [year, year + 1]
    .map((calendarYear) => yearEndDay(calendarYear, yearEnd))
    .find((day) => fiscalYearOf(day) === year)
  const end = closing ?? yearEndDay(year, yearEnd)
  const earlier = monthsBefore(end, (4 - quarter) * 3)
  // Quarters of a year that ends with a month end with months.
  return isMonthEnd(end) ? lastOfMonth(earlier) : earlier
}

/** The last quarter that had ended before a day. */
export function quarterBefore(day: number, yearEnd: string): FiscalQuarter {
  let candidate = fiscalQuarter(day, yearEnd)
  while (expectedEnd(candidate, yearEnd) >= day) candidate = previousQuarter(candidate)
  while (expectedEnd(nextQuarter(candidate), yearEnd) < day) candidate = nextQuarter(candidate)
  return candidate
}

export function nextQuarter({ year, quarter }: FiscalQuarter): FiscalQuarter {
  return quarter === 4
    ? { year: year + 1, quarter: 1 }
    : { year, quarter: (quarter + 1) as FiscalQuarter['quarter'] }
}

export function previousQuarter({ year, quarter }: FiscalQuarter): FiscalQuarter {
  return quarter === 1
    ? { year: year - 1, quarter: 4 }
    : { year, quarter: (quarter - 1) as FiscalQuarter['quarter'] }
}

/** Quarters counted through, so that they can be compared and subtracted. */
export function quarterNumber({ year, quarter }: FiscalQuarter): number {
  return year * 4 + quarter - 1
}

function fiscalYearOf(closingDay: number): number {
  return new Date((closingDay - 7) * DAY_MS).getUTCFullYear()
}
