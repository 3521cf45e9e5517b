import { dateOf } from '../../domains/equities/derive/days.ts'
import { LINES, type LineName } from '../../domains/equities/derive/statements/statement-lines.ts'
import { at } from '../../lib/at.ts'
import { type BookQuarter, lineOf } from './books.ts'
import type { DemoCompany } from './companies.ts'
import type { DemoFiling } from './filings.ts'

/** What a figure says of its filing. */
interface FilingLabels {
  readonly accn: string
  readonly form: string
  readonly filed: string
  readonly fy: number
  readonly fp: string
}

interface FigureEntry extends FilingLabels {
  readonly start?: string
  readonly end: string
  readonly val: number
}

/** A filing counts in the shares of its own day: before the split there are a quarter as many. */
const SPLIT_RATIO = 4

interface Period {
  readonly start?: string
  readonly end: string
}

/** The figures of filings, gathered in the nesting of a `companyfacts` file. */
class FactsFile {
  readonly facts: Record<string, Record<string, { units: Record<string, FigureEntry[]> }>> = {}
  readonly #places = new Map<LineName, FigureEntry[] | undefined>()
  readonly #company: DemoCompany
  #filing: FilingLabels = { accn: '', form: '', filed: '', fy: 0, fp: '' }
  #shareFactor = 1

  constructor(company: DemoCompany) {
    this.#company = company
  }

  /** Figures that follow belong to this filing, and are told in today's shares. */
  open(filing: FilingLabels, isBeforeSplit: boolean): void {
    this.#filing = filing
    this.#shareFactor = isBeforeSplit ? 1 / SPLIT_RATIO : 1
  }

  /** Adds a figure of a line by the company's own taxonomy, which may lack it. */
  add(line: LineName, { start, end }: Period, value: number): void {
    const val = inFiledShares(line, value, this.#shareFactor)
    if (!this.#places.has(line)) this.#places.set(line, this.#placeOf(line))
    const { accn, form, filed, fy, fp } = this.#filing
    this.#places
      .get(line)
      ?.push(
        start === undefined
          ? { end, val, accn, fy, fp, form, filed }
          : { start, end, val, accn, fy, fp, form, filed },
      )
  }

  #placeOf(line: LineName): FigureEntry[] | undefined {
    const taxonomy = this.#company.isForeignFiler ? 'ifrs-full:' : 'us-gaap:'
    const tag = LINES[line].tags.find(
      (name) => name.startsWith(taxonomy) || name.startsWith('dei:'),
    )
    const [space, name] = tag?.split(':') ?? []
    if (space === undefined || name === undefined) return undefined
    const entries: FigureEntry[] = []
    const concepts = this.facts[space] ?? {}
    concepts[name] = { units: { [unitOf(line, this.#company.currency)]: entries } }
    this.facts[space] = concepts
    return entries
  }
}

function inFiledShares(line: LineName, value: number, factor: number): number {
  const { kind } = LINES[line]
  if (kind === 'average' || kind === 'shareCount') return Math.round(value * factor)
  return kind === 'perShare' ? Math.round((value / factor) * 100) / 100 : value
}

/** The figures of filings as a `companyfacts` file has them; cash flows are of the year to date. */
export function companyFactsFile(
  company: DemoCompany,
  filings: readonly DemoFiling[],
  books: readonly BookQuarter[],
  firstDay: number,
): unknown {
  const { splitDay } = company
  const file = new FactsFile(company)
  const places = new Map(books.map(({ endDay }, index) => [endDay, index]))
  for (const { form, accession, day, endDay } of filings) {
    const index = places.get(endDay)
    if (index === undefined || form === '8-K') continue
    const book = at(books, index)
    const { year, quarter } = book.fiscal
    file.open(
      {
        accn: accession,
        form,
        filed: dateOf(day),
        fy: year,
        fp: quarter === 4 ? 'FY' : `Q${quarter}`,
      },
      splitDay !== undefined && day < firstDay + splitDay,
    )
    const ofYear = books.slice(Math.max(0, index - quarter + 1), index + 1)
    if (form === '10-K/A') {
      addRestated(file, ofYear)
      continue
    }
    addFlows(file, ofYear)
    const end = dateOf(endDay)
    for (const name of Object.keys(book.balances) as LineName[])
      file.add(name, { end }, lineOf(book.balances, name))
    file.add('sharesOutstanding', { end: dateOf(day - 5) }, book.shares)
  }
  return { cik: Number(company.cik), entityName: company.name, facts: file.facts }
}

/**
 * The lines that an amended report changes, in its third quarter and its year. All quarters are
 * reported again, so that the last one can be derived.
 */
function addRestated(file: FactsFile, year: readonly BookQuarter[]): void {
  const moved = Math.round((lineOf(at(year, 2).flows, 'revenue') * MOVED_SHARE) / 1000) * 1000
  const start = dateOf(at(year, 0).startDay)
  const end = dateOf(at(year, year.length - 1).endDay)
  for (const [line, sign] of RESTATED_LINES) {
    let total = 0
    for (const { flows, fiscal, startDay, endDay } of year) {
      const value = lineOf(flows, line) + (fiscal.quarter === 3 ? sign * moved : 0)
      total += value
      if (fiscal.quarter < 4)
        file.add(line, { start: dateOf(startDay), end: dateOf(endDay) }, value)
    }
    file.add(line, { start, end }, total)
  }
}

const MOVED_SHARE = 0.02
const RESTATED_LINES: readonly (readonly [LineName, number])[] = [
  ['costOfRevenue', 1],
  ['grossProfit', -1],
  ['sellingGeneralAdministrative', -1],
  ['operatingExpenses', -1],
]

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
function addFlows(file: FactsFile, year: readonly BookQuarter[]): void {
  const last = at(year, year.length - 1)
  const end = dateOf(last.endDay)
  const quarter: Period = { start: dateOf(last.startDay), end }
  const toDate: Period = { start: dateOf(at(year, 0).startDay), end }
  const isAnnual = last.fiscal.quarter === 4
  for (const name of Object.keys(last.flows) as LineName[]) {
    if (!isAnnual && !CASH_LINES.has(name)) {
      file.add(name, quarter, lineOf(last.flows, name))
      continue
    }
    const sum = year.reduce((total, { flows }) => total + lineOf(flows, name), 0)
    file.add(name, toDate, LINES[name].kind === 'average' ? Math.round(sum / year.length) : sum)
  }
  if (!isAnnual) addPerShare(file, [last], quarter)
  if (year.length > 1) addPerShare(file, year, toDate)
}

/** Earnings per share of some quarters, and of the year to date the average shares as well. */
function addPerShare(file: FactsFile, quarters: readonly BookQuarter[], period: Period): void {
  const sum = (line: LineName) =>
    quarters.reduce((total, { flows }) => total + lineOf(flows, line), 0)
  const income = sum('netIncome')
  for (const [perShare, shares] of PER_SHARE) {
    const average = sum(shares) / quarters.length
    file.add(perShare, period, income / average)
    if (quarters.length === 2 || quarters.length === 3)
      file.add(shares, period, Math.round(average))
  }
}

const PER_SHARE: readonly (readonly [LineName, LineName])[] = [
  ['epsBasic', 'sharesBasic'],
  ['epsDiluted', 'sharesDiluted'],
]

function unitOf(line: LineName, currency: string): string {
  const { kind } = LINES[line]
  if (kind === 'average' || kind === 'shareCount') return 'shares'
  return kind === 'perShare' ? `${currency}/shares` : currency
}
