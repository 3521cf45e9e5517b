import { minus } from '../arithmetic.ts'
import { dayOf } from '../days.ts'
import { redeemableEquity, shareholdersEquity, totalLiabilities } from './balance-sheet.ts'
import { holdersRevenue } from './dimension-series.ts'
import { ebitda, grossProfit, netIncome, operatingIncome } from './income-statement.ts'
import type { Ledger } from './ledger.ts'
import type { LineName } from './statement-lines.ts'
import type { LineReader } from './statements.ts'
import { totalDebt } from './total-debt.ts'
import { newestPeriodEnd, trailingYear } from './trailing-year.ts'

type Value = number | null

/**
 * What a company's filings say about it today: figures of twelve months and of its newest balance
 * sheet.
 */
export interface Fundamentals {
  readonly currency: string | null
  readonly periodEndDay: number | null
  readonly revenueTTM: Value
  readonly grossProfitTTM: Value
  readonly operatingIncomeTTM: Value
  readonly earningsTTM: Value
  readonly ebitdaTTM: Value
  readonly dividendsTTM: Value
  readonly stockRepurchaseTTM: Value
  readonly stockIssuanceTTM: Value
  readonly stockBasedCompensationTTM: Value
  readonly holdersRevenueTTM: Value
  readonly cash: Value
  readonly assets: Value
  readonly liabilities: Value
  readonly equity: Value
  readonly debt: Value
  /** Minorities, preferred and redeemable stock: claims that come before the common shares. */
  readonly otherClaims: Value
  /** `splitDay`: the count is in the shares of that day. */
  readonly shares: {
    readonly day: number
    readonly splitDay: number
    readonly count: number
  } | null
}

/**
 * Lines that fundamentals are made from; the rest of a company's filings need not be read for them.
 */
export const FUNDAMENTAL_LINES: readonly LineName[] = [
  'revenue',
  'costOfRevenue',
  'grossProfit',
  'operatingExpenses',
  'operatingIncome',
  'incomeBeforeTax',
  'incomeTax',
  'interestExpense',
  'profit',
  'netIncome',
  'depreciation',
  'operatingCash',
  'dividendsPaid',
  'repurchases',
  'issuance',
  'stockCompensation',
  'cash',
  'cashAndRestricted',
  'assets',
  'liabilities',
  'liabilitiesAndEquity',
  'redeemableEquity',
  'redeemableStock',
  'redeemableMinority',
  'shareholdersEquity',
  'totalEquity',
  'minorityInterest',
  'preferredStock',
  'allDebt',
  'debtCurrent',
  'longTermDebtCurrent',
  'shortTermBorrowings',
  'longTermDebtNonCurrent',
  'longTermDebt',
  'longTermNotes',
  'sharesOutstanding',
  'sharesBasic',
]

/**
 * How far back fundamentals look: twelve months of a report that is five quarters old, and the
 * fiscal years they lie in.
 */
export const FUNDAMENTAL_DAYS = 1_000

export function fundamentals(ledger: Ledger): Fundamentals {
  const trailing = (figure: (read: LineReader) => Value) => trailingYear(ledger, figure)
  const balanceDay = ledger.balanceDays.at(-1)
  const balance: LineReader = (line) =>
    balanceDay === undefined ? null : ledger.balance(line, balanceDay)
  return {
    currency: ledger.currency,
    periodEndDay: newestPeriodEnd(ledger),
    revenueTTM: trailing((read) => read('revenue')),
    grossProfitTTM: trailing(grossProfit),
    operatingIncomeTTM: trailing(operatingIncome),
    earningsTTM: trailing(netIncome),
    ebitdaTTM: trailing(ebitda),
    dividendsTTM: trailing((read) => read('dividendsPaid')),
    stockRepurchaseTTM: trailing((read) => read('repurchases')),
    stockIssuanceTTM: trailing((read) => read('issuance')),
    stockBasedCompensationTTM: trailing((read) => read('stockCompensation')),
    holdersRevenueTTM: trailing(holdersRevenue),
    cash: balance('cash') ?? balance('cashAndRestricted'),
    assets: balance('assets'),
    liabilities: totalLiabilities(balance),
    equity: shareholdersEquity(balance),
    debt: totalDebt(balance),
    otherClaims: balanceDay === undefined ? null : otherClaims(balance),
    shares: shareCount(ledger),
  }
}

/** What a balance sheet has no line for, there is none of (decision 121). */
function otherClaims(balance: LineReader): number {
  const minorities =
    balance('minorityInterest') ?? minus(balance('totalEquity'), balance('shareholdersEquity'))
  return (minorities ?? 0) + (balance('preferredStock') ?? 0) + redeemableEquity(balance)
}

/**
 * Shares outstanding: the newest count on a cover page or balance sheet, else the average of the
 * newest period (decision 123).
 */
function shareCount(ledger: Ledger): Fundamentals['shares'] {
  const counted = ledger.newestShares()
  // A filing counts in the shares of its own day (decision 186).
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

/** What is left for holders after new shares were sold to them (decision 123). */
export function holderEarnings({ holdersRevenueTTM, stockIssuanceTTM }: Fundamentals): Value {
  return minus(holdersRevenueTTM, stockIssuanceTTM)
}
