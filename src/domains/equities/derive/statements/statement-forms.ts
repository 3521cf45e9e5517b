import { minus, plus } from '../arithmetic.ts'
import type { LineName } from './statement-lines.ts'

/** Reads a line of one period: flows of the period, balances of its last day. */
export type LineReader = (line: LineName) => number | null
type Rule = (read: LineReader) => number | null

/** Figures by name, each with its line, or the rule that works it out of others (equities.md). */
export type FigureRules<Name extends string = string> = Readonly<Record<Name, LineName | Rule>>

/** The figures of one period. */
export function readFigures<Name extends string>(rules: FigureRules<Name>, read: LineReader) {
  return mapNames(rules, (rule) => readFigure(rule, read))
}

export function readFigure(rule: LineName | Rule, read: LineReader): number | null {
  return typeof rule === 'string' ? read(rule) : rule(read)
}

/** What is made of each rule, by the names of the figures. */
export function mapNames<Name extends string, T>(
  rules: FigureRules<Name>,
  make: (rule: LineName | Rule) => T,
): Record<Name, T> {
  const made = Object.entries<LineName | Rule>(rules).map(([name, rule]) => [name, make(rule)])
  return Object.fromEntries(made) as Record<Name, T>
}

/** Of the whole group, minorities included; without minorities that of the shareholders. */
export function netIncome(read: LineReader): number | null {
  return read('profit') ?? read('netIncome')
}

/** Operating income as filed, else gross profit less operating expenses. */
export function operatingIncome(read: LineReader): number | null {
  return read('operatingIncome') ?? minus(grossProfit(read), read('operatingExpenses'))
}

export function grossProfit(read: LineReader): number | null {
  return read('grossProfit') ?? minus(read('revenue'), read('costOfRevenue'))
}

/** Operating income, else income before tax and interest; with depreciation it is EBITDA. */
function ebit(read: LineReader): number | null {
  return operatingIncome(read) ?? plus(incomeBeforeTax(read), read('interestExpense'))
}

export function ebitda(read: LineReader): number | null {
  return plus(ebit(read), read('depreciation'))
}

function incomeBeforeTax(read: LineReader): number | null {
  return read('incomeBeforeTax') ?? plus(netIncome(read), read('incomeTax'))
}

function minorityInterests(read: LineReader): number | null {
  return read('minorityIncome') ?? minus(read('profit'), read('netIncome'))
}

function netIncomeToCommon(read: LineReader): number | null {
  const ofParent = read('netIncome') ?? minus(read('profit'), minorityInterests(read) ?? 0)
  return read('netIncomeToCommon') ?? minus(ofParent, read('preferredDividends') ?? 0)
}

export const INCOME_ROWS = {
  Revenue: 'revenue',
  'Cost of Revenue': 'costOfRevenue',
  'Gross Profit': grossProfit,
  'Operating Expenses': (read) =>
    read('operatingExpenses') ?? minus(grossProfit(read), read('operatingIncome')),
  'Operating Income': operatingIncome,
  'Non-Operating Items': (read) => minus(incomeBeforeTax(read), operatingIncome(read)),
  'Income Before Tax': incomeBeforeTax,
  'Income Tax': 'incomeTax',
  'Net Income': netIncome,
  'Minority Interests': minorityInterests,
  'Preferred Stock Dividends': 'preferredDividends',
  'Net Income to Common': netIncomeToCommon,
  'Shares Outstanding (Basic)': 'sharesBasic',
  'Shares Outstanding (Diluted)': 'sharesDiluted',
  'EPS (Basic)': 'epsBasic',
  'EPS (Diluted)': 'epsDiluted',
  EBIT: ebit,
  EBITDA: ebitda,
} satisfies FigureRules

// What companies round away when they add up.
const ROUNDING = 0.001

/** All equity is the shareholders' only where it is known what minorities have of it. */
export function shareholdersEquity(read: LineReader): number | null {
  return read('shareholdersEquity') ?? minus(read('totalEquity'), read('minorityInterest'))
}

/** As filed, else its parts, where both sides then add up (equities.md#debt-and-equity). */
function totalEquity(read: LineReader): number | null {
  const filed = read('totalEquity')
  const ofShareholders = read('shareholdersEquity')
  if (filed !== null || ofShareholders === null) return filed
  const ofMinorities = read('minorityInterest')
  if (ofMinorities !== null) return ofShareholders + ofMinorities
  const left = minus(minus(bothSides(read), read('liabilities')), redeemableEquity(read))
  const slack = ROUNDING * Math.abs(bothSides(read) ?? 0)
  return left === null || Math.abs(left - ofShareholders) <= slack ? ofShareholders : null
}

/** Stock and minorities that holders can hand back stand between liabilities and equity. */
export function redeemableEquity(read: LineReader): number {
  return (
    read('redeemableEquity') ?? (read('redeemableStock') ?? 0) + (read('redeemableMinority') ?? 0)
  )
}

/** As filed, else both sides less equity; equity that can be redeemed is neither. */
export function totalLiabilities(read: LineReader): number | null {
  return (
    read('liabilities') ?? minus(minus(bothSides(read), totalEquity(read)), redeemableEquity(read))
  )
}

function bothSides(read: LineReader): number | null {
  return read('liabilitiesAndEquity') ?? read('assets')
}

export const BALANCE_ROWS = {
  'Total Current Assets': 'currentAssets',
  'Total Non-Current Assets': (read) =>
    read('nonCurrentAssets') ?? minus(read('assets'), read('currentAssets')),
  'Total Assets': 'assets',
  'Total Current Liabilities': 'currentLiabilities',
  'Total Non-Current Liabilities': (read) =>
    read('nonCurrentLiabilities') ?? minus(totalLiabilities(read), read('currentLiabilities')),
  'Total Liabilities': totalLiabilities,
  'Total Shareholders Equity': shareholdersEquity,
  'Minority Interest': 'minorityInterest',
  'Total Equity': totalEquity,
  'Total Liabilities and Equity': bothSides,
} satisfies FigureRules

/** Free cash flow is operating cash less what was spent on property and equipment. */
export const CASHFLOW_ROWS = {
  'Cash Flow from Operating Activities': 'operatingCash',
  'Cash Flow from Investing Activities': 'investingCash',
  'Cash Flow from Financing Activities': 'financingCash',
  'Net Cash Flow': 'netCashFlow',
  'Free Cash Flow': (read) => minus(read('operatingCash'), read('capitalExpenditure')),
  'End Cash Position': 'cashAndRestricted',
  'Income Tax Paid': 'taxPaid',
  'Interest Paid': 'interestPaid',
} satisfies FigureRules

/** Long-term debt, its part due soon, short-term borrowings (equities.md#debt-and-equity). */
export function totalDebt(read: LineReader): number | null {
  const all = read('allDebt')
  if (all !== null) return all
  const shortTerm = read('shortTermBorrowings') ?? 0
  const soon = read('debtCurrent') ?? (read('longTermDebtCurrent') ?? 0) + shortTerm
  const later = read('longTermDebtNonCurrent')
  if (later !== null) return later + soon
  // The whole of long-term debt already holds the part that is due soon.
  const allLongTerm = read('longTermDebt')
  if (allLongTerm !== null) return allLongTerm + shortTerm
  const notes = read('longTermNotes')
  return notes === null ? null : notes + soon
}
