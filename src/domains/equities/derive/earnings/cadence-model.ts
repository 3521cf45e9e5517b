import { median } from '../arithmetic.ts'
import { isMonthEnd, lastOfMonth, monthsBefore, nearestWeekday, weekdayNumber } from '../days.ts'
import { onMarketDay } from '../market-days.ts'

/** A report of the past: when the quarter ended and when it was reported. */
export interface PastReport {
  /** Quarters counted through. */
  readonly number: number
  readonly endDay: number
  readonly reportDay: number
}

export interface Estimate {
  readonly reportDay: number
  readonly endDay: number
  readonly maxDriftDays: number
}

const QUARTERS_A_YEAR = 4
const YEARS_LOOKED_AT = 3
const ERRORS_LOOKED_AT = 8
const MIN_ERRORS = 3
const USUAL_DRIFT_DAYS = 10
const NEWCOMER_DRIFT_DAYS = 21
const MIN_DRIFT_DAYS = 3
const MAX_DRIFT_DAYS = 45

/** As far after its end, on the same weekday, as in up to three years before (equities.md). */
export function estimateReport(
  pastReports: readonly PastReport[],
  number: number,
  fallbackEndDay: number,
): Estimate | undefined {
  const guess = guessDay(pastReports, number, fallbackEndDay)
  if (guess === undefined) return undefined
  const { reportDay, endDay, isSeasonal } = guess
  return {
    reportDay,
    endDay,
    maxDriftDays: isSeasonal ? driftOf(pastReports) : NEWCOMER_DRIFT_DAYS,
  }
}

/** The day alone, without how far off it may be. */
export function estimateDay(
  pastReports: readonly PastReport[],
  number: number,
  fallbackEndDay: number,
): number | undefined {
  return guessDay(pastReports, number, fallbackEndDay)?.reportDay
}

type Guess = Omit<Estimate, 'maxDriftDays'> & { readonly isSeasonal: boolean }

function guessDay(
  pastReports: readonly PastReport[],
  number: number,
  fallbackEndDay: number,
): Guess | undefined {
  const sameQuarter = pastReports
    .filter((past) => past.number < number && (number - past.number) % QUARTERS_A_YEAR === 0)
    .slice(-YEARS_LOOKED_AT)
  const newest = sameQuarter.at(-1)
  if (newest === undefined) return guessFromLags(pastReports, number, fallbackEndDay)
  const endDay = laterEnd(newest.endDay, (number - newest.number) / QUARTERS_A_YEAR)
  const days = sameQuarter.map((past) =>
    nearestWeekday(endDay + past.reportDay - past.endDay, weekdayNumber(past.reportDay)),
  )
  // Of two the newer one counts: a middle of two days is neither.
  const middle = days.length === 2 ? days.at(-1) : median(days)
  return { reportDay: onMarketDay(middle ?? endDay), endDay, isSeasonal: true }
}

function guessFromLags(
  pastReports: readonly PastReport[],
  number: number,
  fallbackEndDay: number,
): Guess | undefined {
  const lags = pastReports
    .filter((past) => past.number < number)
    .slice(-QUARTERS_A_YEAR)
    .map(({ endDay, reportDay }) => reportDay - endDay)
  const lag = median(lags)
  if (lag === null) return undefined
  const reportDay = onMarketDay(fallbackEndDay + Math.round(lag))
  return { reportDay, endDay: fallbackEndDay, isSeasonal: false }
}

/** How far off the model was lately, and a day more; a usual value while too few are known. */
function driftOf(pastReports: readonly PastReport[]): number {
  const errors = pastReports.slice(-ERRORS_LOOKED_AT).flatMap((report) => {
    const before = pastReports.filter(({ number }) => number < report.number)
    const guess = guessDay(before, report.number, report.endDay)
    return guess?.isSeasonal === true ? [Math.abs(guess.reportDay - report.reportDay)] : []
  })
  if (errors.length < MIN_ERRORS) return USUAL_DRIFT_DAYS
  return Math.min(MAX_DRIFT_DAYS, Math.max(MIN_DRIFT_DAYS, Math.max(...errors) + 1))
}

/** The end of that month again, or as many times 52 weeks later. */
function laterEnd(endDay: number, years: number): number {
  return isMonthEnd(endDay) ? lastOfMonth(monthsBefore(endDay, -12 * years)) : endDay + 364 * years
}
