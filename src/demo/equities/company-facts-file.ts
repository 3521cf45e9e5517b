import { dateOf } from '../../domains/equities/derive/days.ts'
import { unitOf } from '../../domains/equities/derive/statements/ledger.ts'
import { LINES, type LineName } from '../../domains/equities/derive/statements/statement-lines.ts'
import { at } from '../../lib/at.ts'
import { type BookLines, type BookQuarter, lineOf } from './books.ts'
import type { DemoCompany } from './companies.ts'
import type { DemoFiling } from './filings.ts'

/** A filing counts in the shares of its own day: before the split there are a quarter as many. */
const SPLIT_RATIO = 4

interface Period {
  readonly start?: string
  readonly end: string
}

interface Figure extends Period {
  readonly line: LineName
  readonly val: number
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
  const splitDay = firstDay + (company.splitDay ?? Number.NEGATIVE_INFINITY)
  const places = new Map(books.map(({ endDay }, index) => [endDay, index]))
  const figures = filings.flatMap(({ form, accession: accn, day, endDay }) => {
    const index = places.get(endDay)
    if (index === undefined || form === '8-K') return []
    const { year: fy, quarter } = at(books, index).fiscal
    const fp = quarter === 4 ? 'FY' : `Q${quarter}`
    const ofYear = books.slice(Math.max(0, index - quarter + 1), index + 1)
    const filed = form === '10-K/A' ? restatedFigures(ofYear) : periodicFigures(ofYear, day)
    return filed.map(({ line, val, ...period }) => ({
      line,
      entry: {
        ...period,
        val: inFiledShares(line, val, day < splitDay ? 1 / SPLIT_RATIO : 1),
        ...{ accn, fy, fp, form, filed: dateOf(day) },
      },
    }))
  })
  const facts: Record<string, Record<string, { units: Record<string, unknown[]> }>> = {}
  for (const [line, own] of Map.groupBy(figures, (figure) => figure.line)) {
    const [space, name] = tagOf(line, company)?.split(':') ?? []
    if (space === undefined || name === undefined) continue
    const unit = unitOf(line, company.currency)
    facts[space] = { ...facts[space], [name]: { units: { [unit]: own.map(({ entry }) => entry) } } }
  }
  return { cik: Number(company.cik), entityName: company.name, facts }
}

const linesOf = (lines: BookLines) => Object.keys(lines) as LineName[]

/** What a line is called in the company's own taxonomy, which may lack it. */
function tagOf(line: LineName, { isForeignFiler }: DemoCompany): string | undefined {
  const taxonomy = isForeignFiler ? 'ifrs-full:' : 'us-gaap:'
  return LINES[line].tags.find((name) => name.startsWith(taxonomy) || name.startsWith('dei:'))
}

/** What a periodic report shows, given the quarters of its year so far and its day. */
function periodicFigures(year: readonly BookQuarter[], day: number): Figure[] {
  const { balances, endDay, shares } = at(year, year.length - 1)
  const end = dateOf(endDay)
  return [
    ...flowFigures(year),
    ...linesOf(balances).map((line) => ({ line, end, val: lineOf(balances, line) })),
    { line: 'sharesOutstanding', end: dateOf(day - 5), val: shares },
  ]
}

/** What an amended report changes; all quarters are in it, so that the last can be derived. */
function restatedFigures(year: readonly BookQuarter[]): Figure[] {
  const moved = Math.round((lineOf(at(year, 2).flows, 'revenue') * MOVED_SHARE) / 1000) * 1000
  const start = dateOf(at(year, 0).startDay)
  const end = dateOf(at(year, year.length - 1).endDay)
  return RESTATED_LINES.flatMap(([line, sign]) => {
    const quarters = year.map(({ flows, fiscal, startDay, endDay }) => ({
      ...{ line, start: dateOf(startDay), end: dateOf(endDay) },
      val: lineOf(flows, line) + (fiscal.quarter === 3 ? sign * moved : 0),
    }))
    const val = quarters.reduce((total, quarter) => total + quarter.val, 0)
    return [
      ...quarters.filter((_, index) => at(year, index).fiscal.quarter < 4),
      { line, start, end, val },
    ]
  })
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

function flowFigures(year: readonly BookQuarter[]): Figure[] {
  const last = at(year, year.length - 1)
  const end = dateOf(last.endDay)
  const quarter: Period = { start: dateOf(last.startDay), end }
  const toDate: Period = { start: dateOf(at(year, 0).startDay), end }
  const isAnnual = last.fiscal.quarter === 4
  const flows = linesOf(last.flows).map((line): Figure => {
    if (!isAnnual && !CASH_LINES.has(line))
      return { line, ...quarter, val: lineOf(last.flows, line) }
    const sum = year.reduce((total, book) => total + lineOf(book.flows, line), 0)
    const isAverage = LINES[line].kind === 'average'
    return { line, ...toDate, val: isAverage ? Math.round(sum / year.length) : sum }
  })
  return [
    ...flows,
    ...(isAnnual ? [] : perShareFigures([last], quarter)),
    ...(year.length > 1 ? perShareFigures(year, toDate) : []),
  ]
}

/** Earnings per share of some quarters, and of the year to date the average shares as well. */
function perShareFigures(quarters: readonly BookQuarter[], period: Period): Figure[] {
  const sum = (line: LineName) =>
    quarters.reduce((total, { flows }) => total + lineOf(flows, line), 0)
  const income = sum('netIncome')
  return PER_SHARE.flatMap(([perShare, shares]) => {
    const average = sum(shares) / quarters.length
    const earned = { line: perShare, ...period, val: income / average }
    const isToDate = quarters.length === 2 || quarters.length === 3
    return isToDate ? [earned, { line: shares, ...period, val: Math.round(average) }] : [earned]
  })
}

const PER_SHARE: readonly (readonly [LineName, LineName])[] = [
  ['epsBasic', 'sharesBasic'],
  ['epsDiluted', 'sharesDiluted'],
]
