import { type BookQuarter, demoBooks, demoQuarters } from './demo-books.ts'
import { type DemoCompany, demoShare } from './demo-cast.ts'
import { dateOf, isWeekend } from './derive/days.ts'
import { easternTime } from './derive/eastern-time.ts'
import type { FiscalQuarter } from './derive/fiscal-quarter.ts'
import { LINES, type LineName } from './derive/statement-lines.ts'

const DAY_SEC = 86_400
const HOUR_SEC = 3_600
// No report comes later than this after its quarter.
const LONGEST_LAG_DAYS = 90

/** A filing of a demo company that is due at a moment. */
interface DemoFiling {
  readonly form: string
  readonly acceptedSec: number
  readonly accession: string
  readonly items: string
  readonly endDay: number
  readonly fiscal: FiscalQuarter
}

/** The filings of a company that were accepted after one moment and not after another. */
export function demoFilings(company: DemoCompany, firstDay: number, fromSec: number, toSec: number): DemoFiling[] {
  return demoQuarters(company, firstDay, toSec / DAY_SEC)
    .filter(({ endDay }) => endDay > fromSec / DAY_SEC - LONGEST_LAG_DAYS)
    .flatMap(({ fiscal, endDay }) => filingsOf(company, fiscal, endDay))
    .filter(({ acceptedSec }) => acceptedSec > fromSec && acceptedSec <= toSec)
}

function filingsOf(company: DemoCompany, fiscal: FiscalQuarter, endDay: number): DemoFiling[] {
  const { number, cik } = company
  const isAnnual = fiscal.quarter === 4
  const isAbroad = company.country !== 'US'
  const lagDays = 24 + Math.floor(14 * demoShare('lag', number)) + (isAnnual ? 7 : 0)
  const weekday = 2 + Math.floor(3 * demoShare('weekday', number))
  const isLate = demoShare('late', number, fiscal.year, fiscal.quarter) < 0.05
  const releaseDay = nearestWeekday(endDay + lagDays, weekday) + (isLate ? 7 : 0)
  const isEarlyBird = demoShare('early', number) < 0.4
  const afterDays = isAnnual ? 12 : 1 + Math.floor(4 * demoShare('after', number))
  const reportDay = onWorkday(company.hasRelease ? releaseDay + afterDays : releaseDay)
  const year = dateOf(reportDay).slice(2, 4)
  const accession = (kind: number) => `${cik}-${year}-${String((fiscal.year % 100) * 100 + fiscal.quarter * 10 + kind).padStart(6, '0')}`
  const annualForm = isAbroad ? '20-F' : '10-K'
  const report: DemoFiling = {
    form: isAnnual ? annualForm : isAbroad ? '6-K' : '10-Q',
    acceptedSec: easternSec(reportDay, 16.5 * HOUR_SEC + number),
    accession: accession(2),
    items: '',
    endDay,
    fiscal,
  }
  if (!company.hasRelease || isAbroad) return [report]
  const time = isEarlyBird ? 7 * HOUR_SEC : 16 * HOUR_SEC + 300
  return [
    { ...report, form: '8-K', items: '2.02,9.01', acceptedSec: easternSec(releaseDay, time + number), accession: accession(1) },
    report,
  ]
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

/** The figures of filings, gathered in the nesting of a `companyfacts` file. */
class FactsFile {
  readonly facts: Record<string, Record<string, { units: Record<string, object[]> }>> = {}
  readonly #places = new Map<LineName, object[] | undefined>()
  readonly #company: DemoCompany

  constructor(company: DemoCompany) {
    this.#company = company
  }

  /** Adds a figure of a line by the company's own taxonomy, which may lack it. */
  add(line: LineName, entry: { start?: string; end: string; val: number }, filing: object): void {
    if (!this.#places.has(line)) this.#places.set(line, this.#placeOf(line))
    this.#places.get(line)?.push({ ...entry, ...filing })
  }

  #placeOf(line: LineName): object[] | undefined {
    const taxonomy = this.#company.country === 'US' ? 'us-gaap:' : 'ifrs-full:'
    const tag = LINES[line].tags.find((name) => name.startsWith(taxonomy) || name.startsWith('dei:'))
    const [space, name] = tag?.split(':') ?? []
    if (space === undefined || name === undefined) return undefined
    const entries: object[] = []
    this.facts[space] = { ...this.facts[space], [name]: { units: { [unitOf(line, this.#company.currency)]: entries } } }
    return entries
  }
}

/** The figures of some filings as a `companyfacts` file has them: quarters and years, cash flows from the start of the year only. */
export function companyFactsFile(company: DemoCompany, filings: readonly DemoFiling[], firstDay: number, untilDay: number): unknown {
  const books = demoBooks(company, firstDay, untilDay)
  const file = new FactsFile(company)
  for (const { form, accession, acceptedSec, endDay } of filings) {
    const index = books.findIndex((book) => book.endDay === endDay)
    const book = books[index]
    if (book === undefined || form === '8-K') continue
    const day = easternTime(acceptedSec).day
    const { year, quarter } = book.fiscal
    const filing = { accn: accession, form, filed: dateOf(day), fy: year, fp: quarter === 4 ? 'FY' : `Q${quarter}` }
    addFlows(file, books.slice(Math.max(0, index - quarter + 1), index + 1), filing)
    const end = dateOf(endDay)
    for (const [name, val] of Object.entries(book.balances)) file.add(name as LineName, { end, val }, filing)
    file.add('sharesOutstanding', { end: dateOf(day - 5), val: book.shares }, filing)
  }
  return { cik: Number(company.cik), entityName: company.name, facts: file.facts }
}

const CASH_LINES: ReadonlySet<string> = new Set<LineName>([
  'depreciation',
  'stockCompensation',
  'operatingCash',
  'capitalExpenditure',
  'investingCash',
  'dividendsPaid',
  'repurchases',
  'financingCash',
  'netCashFlow',
  'taxPaid',
  'interestPaid',
])

/** Flows of one periodic report, given the quarters of its year so far. */
function addFlows(file: FactsFile, year: readonly BookQuarter[], filing: object): void {
  const last = year.at(-1)
  if (last === undefined) return
  const end = dateOf(last.endDay)
  const quarter = { start: dateOf(last.startDay), end }
  const toDate = { start: dateOf(year[0]?.startDay ?? last.startDay), end }
  const isAnnual = last.fiscal.quarter === 4
  for (const name of Object.keys(last.flows) as LineName[]) {
    const isToDate = isAnnual || CASH_LINES.has(name)
    const values = year.map(({ flows }) => flows[name] ?? 0)
    const sum = values.reduce((total, value) => total + value, 0)
    const ofYear = LINES[name].kind === 'average' ? Math.round(sum / values.length) : sum
    file.add(name, isToDate ? { ...toDate, val: ofYear } : { ...quarter, val: values.at(-1) ?? 0 }, filing)
  }
  const income = (isAnnual ? year : [last]).reduce((total, { flows }) => total + (flows.netIncome ?? 0), 0)
  const perShare = (shares = 1) => ({ ...(isAnnual ? toDate : quarter), val: Math.round((income / shares) * 100) / 100 })
  file.add('epsBasic', perShare(last.flows.sharesBasic), filing)
  file.add('epsDiluted', perShare(last.flows.sharesDiluted), filing)
}

function unitOf(line: LineName, currency: string): string {
  const { kind } = LINES[line]
  if (kind === 'average' || kind === 'shareCount') return 'shares'
  return kind === 'perShare' ? `${currency}/shares` : currency
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
