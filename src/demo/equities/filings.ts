import { dateOf, nearestWeekday } from '../../domains/equities/derive/days.ts'
import { easternTime } from '../../domains/equities/derive/earnings/eastern-time.ts'
import { onMarketDay } from '../../domains/equities/derive/market-days.ts'
import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import type { DemoRange } from '../demo-range.ts'
import { demoChance } from '../market/chance.ts'
import type { DemoQuarter } from './books.ts'
import type { DemoCompany } from './companies.ts'

// No filing comes later than this after its quarter.
const LONGEST_LAG_DAYS = 220
const REPORT_TIME_SEC = 16.5 * HOUR_SEC
// An annual report of every third fiscal year is amended.
const AMENDED_AFTER_DAYS = 100
const AMENDED_EVERY_YEARS = 3

/** A filing of a demo company that is due at a timestamp. */
export type DemoFiling = ReturnType<typeof filingsOf>[number]

/** The filings about some quarters of a company that were accepted within a range. */
export function demoFilings(
  company: DemoCompany,
  quarters: readonly DemoQuarter[],
  { firstDaySec, fromSec, toSec }: DemoRange,
): DemoFiling[] {
  const listedSec = company.listedDay === undefined ? 0 : firstDaySec + company.listedDay * DAY_SEC
  const habits = habitsOf(company)
  return quarters
    .filter(({ endDay }) => endDay > fromSec / DAY_SEC - LONGEST_LAG_DAYS)
    .flatMap((quarter) => filingsOf(company, quarter, habits))
    .filter(({ acceptedSec }) => acceptedSec > Math.max(fromSec, listedSec) && acceptedSec <= toSec)
}

/** How a company reports: days and times of its releases, and days from these to the reports. */
function habitsOf({ number }: DemoCompany) {
  return {
    // Days from the end of a quarter to the release.
    lagDays: 24 + Math.floor(14 * demoChance('lag', number)),
    weekday: 2 + Math.floor(3 * demoChance('weekday', number)),
    releaseTimeSec:
      (demoChance('early', number) < 0.4 ? 7 * HOUR_SEC : 16 * HOUR_SEC + 300) + number,
    // Days from the release to the report.
    reportAfterDays: 1 + Math.floor(4 * demoChance('after', number)),
  }
}

function filingsOf(
  company: DemoCompany,
  { fiscal, endDay }: DemoQuarter,
  habits: ReturnType<typeof habitsOf>,
) {
  const { number, cik, isForeignFiler, hasRelease } = company
  const isAnnual = fiscal.quarter === 4
  const isLate = demoChance('late', number, fiscal.year, fiscal.quarter) < 0.05
  const releaseDay =
    nearestWeekday(endDay + habits.lagDays + (isAnnual ? 7 : 0), habits.weekday) + (isLate ? 7 : 0)
  const day = onMarketDay(
    hasRelease ? releaseDay + (isAnnual ? 12 : habits.reportAfterDays) : releaseDay,
  )
  const year = dateOf(day).slice(2, 4)
  const accession = (kind: number) =>
    `${cik}-${year}-${String((fiscal.year % 100) * 100 + fiscal.quarter * 10 + kind).padStart(6, '0')}`
  const report = {
    form: isForeignFiler ? (isAnnual ? '20-F' : '6-K') : isAnnual ? '10-K' : '10-Q',
    day,
    acceptedSec: easternSec(day, REPORT_TIME_SEC + number),
    accession: accession(2),
    items: '',
    endDay,
    fiscal,
  }
  const filings = [report]
  if (hasRelease && !isForeignFiler) {
    const acceptedSec = easternSec(releaseDay, habits.releaseTimeSec)
    const release = { form: '8-K', items: '2.02,9.01', day: releaseDay, accession: accession(1) }
    filings.unshift({ ...report, ...release, acceptedSec })
  }
  if (company.restates && isAnnual && fiscal.year % AMENDED_EVERY_YEARS === 0) {
    const amendedDay = onMarketDay(day + AMENDED_AFTER_DAYS)
    const acceptedSec = easternSec(amendedDay, REPORT_TIME_SEC)
    const amended = { form: '10-K/A', day: amendedDay, accession: accession(3) }
    filings.push({ ...report, ...amended, acceptedSec })
  }
  return filings
}

/** A time of day in New York as Unix seconds. */
export function easternSec(day: number, secondOfDay: number): number {
  const inWinter = day * DAY_SEC + 5 * HOUR_SEC + secondOfDay
  return easternTime(inWinter).secondOfDay === secondOfDay ? inWinter : inWinter - HOUR_SEC
}

/** The filings side by side in columns, as a `submissions` file has them. */
export function submissionsColumns(filings: readonly DemoFiling[]): Record<string, unknown[]> {
  return {
    accessionNumber: filings.map(({ accession }) => accession),
    filingDate: filings.map(({ day }) => dateOf(day)),
    reportDate: filings.map(({ form, endDay, day }) => dateOf(form === '8-K' ? day : endDay)),
    acceptanceDateTime: filings.map(({ acceptedSec }) =>
      new Date(acceptedSec * 1000).toISOString(),
    ),
    form: filings.map(({ form }) => form),
    items: filings.map(({ items }) => items),
    primaryDocument: filings.map(() => ''),
    primaryDocDescription: filings.map(({ form, fiscal }) =>
      form === '6-K' ? `Results of the quarter Q${fiscal.quarter}` : form,
    ),
  }
}
