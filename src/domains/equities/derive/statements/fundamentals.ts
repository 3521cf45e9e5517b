import { at } from '../../../../lib/at.ts'
import { minus, plus, type Value } from '../arithmetic.ts'
import { dayOf } from '../days.ts'
import { holdersRevenue } from './dimension-series.ts'
import type { Ledger } from './ledger.ts'
import { quartersIn } from './period-values.ts'
import {
  ebitda,
  type FigureRules,
  grossProfit,
  type LineReader,
  mapNames,
  netIncome,
  operatingIncome,
  readFigure,
  readFigures,
  redeemableEquity,
  shareholdersEquity,
  totalDebt,
  totalLiabilities,
} from './statement-forms.ts'

/** Figures of twelve months. */
const TRAILING = {
  revenueTTM: 'revenue',
  grossProfitTTM: grossProfit,
  operatingIncomeTTM: operatingIncome,
  earningsTTM: netIncome,
  ebitdaTTM: ebitda,
  dividendsTTM: 'dividendsPaid',
  stockRepurchaseTTM: 'repurchases',
  stockIssuanceTTM: 'issuance',
  stockBasedCompensationTTM: 'stockCompensation',
  holdersRevenueTTM: holdersRevenue,
} satisfies FigureRules

/** Figures of the newest balance sheet. */
const BALANCE = {
  cash: (read) => read('cash') ?? read('cashAndRestricted'),
  assets: 'assets',
  liabilities: totalLiabilities,
  equity: shareholdersEquity,
  debt: totalDebt,
  otherClaims,
} satisfies FigureRules

type Amounts = Readonly<Record<keyof typeof TRAILING | keyof typeof BALANCE, Value>>

/** What a company's filings say about it today. */
export interface Fundamentals extends Amounts {
  readonly currency: string | null
  readonly periodEndDay: number | null
  /** `splitDay`: the count is in the shares of that day. */
  readonly shares: {
    readonly day: number
    readonly splitDay: number
    readonly count: number
  } | null
}

export const NO_AMOUNTS: Amounts = mapNames({ ...TRAILING, ...BALANCE }, () => null)

/** Twelve months of a report that is five quarters old, and the fiscal years they are in. */
export const FUNDAMENTAL_DAYS = 1_000

export function fundamentals(ledger: Ledger): Fundamentals {
  const balanceDay = ledger.balanceDays.at(-1)
  return {
    ...NO_AMOUNTS,
    ...mapNames(TRAILING, (rule) => trailingYear(ledger, (read) => readFigure(rule, read))),
    ...(balanceDay === undefined
      ? {}
      : readFigures(BALANCE, (line) => ledger.balance(line, balanceDay))),
    currency: ledger.currency,
    periodEndDay: newestPeriodEnd(ledger),
    shares: shareCount(ledger),
  }
}

/** Claims before the common shares; a missing line is zero (equities.md#missing-lines). */
function otherClaims(read: LineReader): number {
  const minorities =
    read('minorityInterest') ?? minus(read('totalEquity'), read('shareholdersEquity'))
  return (minorities ?? 0) + (read('preferredStock') ?? 0) + redeemableEquity(read)
}

/** The newest count filed, else the average of the newest period (equities.md#company-value). */
function shareCount(ledger: Ledger): Fundamentals['shares'] {
  const counted = ledger.newestShares()
  // A filing counts in the shares of its own day (equities.md#todays-shares).
  const splitDay = (day: number, filed: string) => Math.max(day, dayOf(filed))
  if (counted !== null && counted.shares > 0)
    return {
      day: counted.day,
      splitDay: splitDay(counted.day, counted.filed),
      count: counted.shares,
    }
  const day = newestPeriodEnd(ledger)
  if (day === null) return null
  const average = ledger.quarter('sharesBasic', day) ?? ledger.year('sharesBasic', day)
  const filed = ledger.lastFiled('sharesBasic', day)
  return average === null || average <= 0 || filed === undefined
    ? null
    : { day, splitDay: splitDay(day, filed), count: average }
}

/** What is left for holders after new shares were sold to them (equities.md#company-value). */
export function holderEarnings({ holdersRevenueTTM, stockIssuanceTTM }: Fundamentals): Value {
  return minus(holdersRevenueTTM, stockIssuanceTTM)
}

/** The last day of the newest period a company has reported. */
export function newestPeriodEnd(ledger: Ledger): number | null {
  const ends = [...ledger.quarterEnds.slice(-1), ...ledger.yearEnds.slice(-1)]
  return ends.length === 0 ? null : Math.max(...ends)
}

/** Of the year that ends last, else the sum of four quarters that are all known (equities.md). */
export function trailingYear(
  ledger: Ledger,
  figure: (read: LineReader) => number | null,
): number | null {
  const endDay = newestPeriodEnd(ledger)
  if (endDay === null) return null
  const ofYear = figure((line) => ledger.year(line, endDay))
  if (ofYear !== null) return ofYear
  const four = ledger.quarterEnds.slice(-4)
  // Three quarters are between the end of the first and the end of the last.
  if (four.length < 4 || quartersIn(at(four, 0) + 1, endDay) !== 3) return null
  return plus(...four.map((day) => figure((line) => ledger.quarter(line, day))))
}
