import { demoQuarters } from './demo-books.ts'
import { type DemoCompany, demoShare } from './demo-cast.ts'
import { dateOf, isWeekend } from './derive/days.ts'
import { easternTime } from './derive/eastern-time.ts'
import type { FiscalQuarter } from './derive/fiscal-quarter.ts'

const DAY_SEC = 86_400
const HOUR_SEC = 3_600
// No filing comes later than this after its quarter.
const LONGEST_LAG_DAYS = 220
// When an annual report is taken back, and which are: of every third fiscal year.
const AMENDED_AFTER_DAYS = 100
const AMENDED_EVERY_YEARS = 3

/** A filing of a demo company that is due at a moment. */
export interface DemoFiling {
  readonly form: string
  readonly acceptedSec: number
  readonly accession: string
  readonly items: string
  readonly endDay: number
  readonly fiscal: FiscalQuarter
}

/** The filings of a company that were accepted after one moment and not after another. */
export function demoFilings(company: DemoCompany, firstDay: number, fromSec: number, toSec: number): DemoFiling[] {
  const listedSec = company.listedDay === undefined ? 0 : (firstDay + company.listedDay) * DAY_SEC
  return demoQuarters(company, firstDay, toSec / DAY_SEC)
    .filter(({ endDay }) => endDay > fromSec / DAY_SEC - LONGEST_LAG_DAYS)
    .flatMap(({ fiscal, endDay }) => filingsOf(company, fiscal, endDay))
    .filter(({ acceptedSec }) => acceptedSec > Math.max(fromSec, listedSec) && acceptedSec <= toSec)
}

function filingsOf(company: DemoCompany, fiscal: FiscalQuarter, endDay: number): DemoFiling[] {
  const { number, cik, isForeignFiler } = company
  const isAnnual = fiscal.quarter === 4
  const { releaseDay, reportDay } = reportDays(company, fiscal, endDay)
  const year = dateOf(reportDay).slice(2, 4)
  const accession = (kind: number) => `${cik}-${year}-${String((fiscal.year % 100) * 100 + fiscal.quarter * 10 + kind).padStart(6, '0')}`
  const report: DemoFiling = {
    form: isForeignFiler ? (isAnnual ? '20-F' : '6-K') : isAnnual ? '10-K' : '10-Q',
    acceptedSec: easternSec(reportDay, 16.5 * HOUR_SEC + number),
    accession: accession(2),
    items: '',
    endDay,
    fiscal,
  }
  const filings = [report]
  if (company.hasRelease && !isForeignFiler) {
    const time = demoShare('early', number) < 0.4 ? 7 * HOUR_SEC : 16 * HOUR_SEC + 300
    const acceptedSec = easternSec(releaseDay, time + number)
    filings.unshift({ ...report, form: '8-K', items: '2.02,9.01', acceptedSec, accession: accession(1) })
  }
  if (company.restates && isAnnual && fiscal.year % AMENDED_EVERY_YEARS === 0) {
    const acceptedSec = easternSec(onWorkday(reportDay + AMENDED_AFTER_DAYS), 16.5 * HOUR_SEC)
    filings.push({ ...report, form: '10-K/A', acceptedSec, accession: accession(3) })
  }
  return filings
}

/** When results are told and when the report follows, by the company's own habits. */
function reportDays({ number, hasRelease }: DemoCompany, fiscal: FiscalQuarter, endDay: number): { releaseDay: number; reportDay: number } {
  const isAnnual = fiscal.quarter === 4
  const lagDays = 24 + Math.floor(14 * demoShare('lag', number)) + (isAnnual ? 7 : 0)
  const weekday = 2 + Math.floor(3 * demoShare('weekday', number))
  const isLate = demoShare('late', number, fiscal.year, fiscal.quarter) < 0.05
  const releaseDay = nearestWeekday(endDay + lagDays, weekday) + (isLate ? 7 : 0)
  const afterDays = isAnnual ? 12 : 1 + Math.floor(4 * demoShare('after', number))
  return { releaseDay, reportDay: onWorkday(hasRelease ? releaseDay + afterDays : releaseDay) }
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
    filingDate: filings.map(({ acceptedSec }) => dateOf(easternTime(acceptedSec).day)),
    reportDate: filings.map(({ form, endDay, acceptedSec }) => dateOf(form === '8-K' ? easternTime(acceptedSec).day : endDay)),
    acceptanceDateTime: filings.map(({ acceptedSec }) => new Date(acceptedSec * 1000).toISOString()),
    form: filings.map(({ form }) => form),
    items: filings.map(({ items }) => items),
    primaryDocument: filings.map(() => ''),
    primaryDocDescription: filings.map(({ form, fiscal }) => (form === '6-K' ? `Results of the quarter Q${fiscal.quarter}` : form)),
  }
}

/** Monday is 1; the nearest day that is the wanted one. */
function nearestWeekday(day: number, weekday: number): number {
  // 1 January 1970 was a Thursday.
  const off = (((weekday - ((day + 4) % 7)) % 7) + 7) % 7
  return off > 3 ? day + off - 7 : day + off
}

function onWorkday(day: number): number {
  return isWeekend(day) ? onWorkday(day + 1) : day
}
