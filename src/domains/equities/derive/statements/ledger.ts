import { flowOrZero, flowValues, perShareValues, plainValues } from './line-values.ts'
import type { PeriodFigure, PeriodValues } from './period-values.ts'
import { FROM_NINE_MONTHS, LINES, type LineName, MAY_BE_ABSENT } from './statement-lines.ts'

/** A figure as filings gave it, with its tag and unit. */
export interface TaggedFigure extends PeriodFigure {
  readonly tag: string
  readonly unit: string
}

/** Everything a company has reported, by line and by the day a period ends. */
export interface Ledger {
  /** Currency of the amounts; `null` without any. */
  readonly currency: string | null
  /** Ends of the quarters and years that were reported, oldest first. */
  readonly quarterEnds: readonly number[]
  readonly yearEnds: readonly number[]
  /** Days for which there is a balance sheet, oldest first. */
  readonly balanceDays: readonly number[]
  quarter(line: LineName, endDay: number): number | null
  year(line: LineName, endDay: number): number | null
  balance(line: LineName, day: number): number | null
  /** The newest filing of a line's quarter that ends on a day, else of its year. */
  lastFiled(line: LineName, endDay: number): string | undefined
  /** Why a fourth quarter of a figure per share is not known, though its year is. */
  reason(line: LineName, endDay: number): string | undefined
  /** The newest count of shares; the cover page dates it after the period of its report. */
  newestShares(): { day: number; shares: number; filed: string } | null
}

const ANCHORS: readonly LineName[] = [
  'revenue',
  'profit',
  'netIncome',
  'operatingIncome',
  'incomeBeforeTax',
  'operatingCash',
]
const BALANCE_ANCHORS: readonly LineName[] = [
  'assets',
  'liabilitiesAndEquity',
  'totalEquity',
  'shareholdersEquity',
]

/** A company's figures by line and period (equities.md); a line is computed when it is read. */
export function makeLedger(figures: readonly TaggedFigure[]): Ledger {
  const currency = mainCurrency(figures)
  const byTag = Map.groupBy(figures, ({ tag }) => tag)
  const perTag = (name: LineName) =>
    LINES[name].tags.map((tag) =>
      (byTag.get(tag) ?? []).filter(({ unit }) => unit === unitOf(name, currency)),
    )
  const perShareOf = remember((name) =>
    perShareValues(perTag(name), {
      shares: perTag(name === 'epsDiluted' ? 'sharesDiluted' : 'sharesBasic').flat(),
      incomes: [...perTag('netIncomeToCommon'), ...perTag('netIncome')].flat(),
    }),
  )
  const flowOf = remember((name): PeriodValues => {
    if (LINES[name].kind === 'perShare') return perShareOf(name)
    if (LINES[name].kind !== 'flow') return plainValues(perTag(name))
    if (MAY_BE_ABSENT.has(name)) return flowOrZero(perTag(name), perTag('operatingCash').flat())
    return flowValues(perTag(name), FROM_NINE_MONTHS.has(name) ? 'onePeriod' : 'quarters')
  })
  const balanceOf = remember((name) => mergeBalances(perTag(name)))
  const ends = (kind: keyof PeriodValues) =>
    sortedDays(ANCHORS.flatMap((name) => [...flowOf(name)[kind].keys()]))
  return {
    currency,
    quarterEnds: ends('quarters'),
    yearEnds: ends('years'),
    balanceDays: sortedDays(BALANCE_ANCHORS.flatMap((name) => [...balanceOf(name).keys()])),
    quarter: (line, endDay) => flowOf(line).quarters.get(endDay)?.value ?? null,
    year: (line, endDay) => flowOf(line).years.get(endDay)?.value ?? null,
    balance: (line, day) => balanceOf(line).get(day)?.value ?? null,
    lastFiled: (line, endDay) => {
      const { quarters, years } = flowOf(line)
      return (quarters.get(endDay) ?? years.get(endDay))?.lastFiled
    },
    reason: (line, endDay) => perShareOf(line).reasons.get(endDay),
    newestShares: () => {
      const counts = balanceOf('sharesOutstanding')
      const newest = [...counts.values()].sort((a, b) => a.endDay - b.endDay).at(-1)
      return newest === undefined
        ? null
        : { day: newest.endDay, shares: newest.value, filed: newest.lastFiled }
    },
  }
}

/** The one of most amounts of two years; a few are given in another too, for convenience. */
function mainCurrency(figures: readonly TaggedFigure[]): string | null {
  const counts = new Map<string, number>()
  const newestDay = figures.reduce((newest, { endDay }) => Math.max(newest, endDay), 0)
  const recent = figures.filter(({ endDay }) => endDay > newestDay - 730)
  for (const { unit } of recent)
    if (/^[A-Z]{3}$/.test(unit)) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  const candidates = [...counts.keys()].filter((unit) => counts.get(unit) === most).sort()
  return candidates.includes('USD') ? 'USD' : (candidates[0] ?? null)
}

/** The unit of a line's figures. */
export function unitOf<C extends string | null>(name: LineName, currency: C): string | C {
  const { kind } = LINES[name]
  if (kind === 'average' || kind === 'shareCount') return 'shares'
  return kind === 'perShare' ? `${currency}/shares` : currency
}

/** Balances by day; of several tags for one day the best counts. */
function mergeBalances(perTag: readonly (readonly TaggedFigure[])[]): Map<number, TaggedFigure> {
  const timestamps = [...perTag]
    .reverse()
    .flat()
    .filter(({ startDay, endDay }) => startDay === endDay)
  return new Map(timestamps.map((timestamp) => [timestamp.endDay, timestamp]))
}

function sortedDays(days: readonly number[]): number[] {
  return [...new Set(days)].sort((a, b) => a - b)
}

function remember<T>(make: (name: LineName) => T): (name: LineName) => T {
  const made = new Map<LineName, T>()
  return (name) => {
    const known = made.get(name) ?? make(name)
    made.set(name, known)
    return known
  }
}
