import { minus, plus } from '../arithmetic.ts'
import type { LineReader } from './statements.ts'

export const INCOME_LABELS = [
  'Revenue',
  'Cost of Revenue',
  'Gross Profit',
  'Operating Expenses',
  'Operating Income',
  'Non-Operating Items',
  'Income Before Tax',
  'Income Tax',
  'Net Income',
  'Minority Interests',
  'Preferred Stock Dividends',
  'Net Income to Common',
  'Shares Outstanding (Basic)',
  'Shares Outstanding (Diluted)',
  'EPS (Basic)',
  'EPS (Diluted)',
  'EBIT',
  'EBITDA',
] as const

/**
 * Net income of the whole group, minorities included; of a company without minorities that of its
 * shareholders.
 */
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

/**
 * Operating income, else income before tax with interest added back; with depreciation it is
 * EBITDA.
 */
function ebit(read: LineReader): number | null {
  return operatingIncome(read) ?? plus(incomeBeforeTax(read), read('interestExpense'))
}

export function ebitda(read: LineReader): number | null {
  return plus(ebit(read), read('depreciation'))
}

function incomeBeforeTax(read: LineReader): number | null {
  return read('incomeBeforeTax') ?? plus(netIncome(read), read('incomeTax'))
}

/**
 * One column of the income statement: as filed, else worked out from lines that were (semantics
 * 10.2).
 */
export function incomeStatementColumn(read: LineReader): (number | null)[] {
  const operating = operatingIncome(read)
  const before = incomeBeforeTax(read)
  const minorities = read('minorityIncome') ?? minus(read('profit'), read('netIncome'))
  const preferred = read('preferredDividends')
  const ofParent = read('netIncome') ?? minus(read('profit'), minorities ?? 0)
  return [
    read('revenue'),
    read('costOfRevenue'),
    grossProfit(read),
    read('operatingExpenses') ?? minus(grossProfit(read), read('operatingIncome')),
    operating,
    minus(before, operating),
    before,
    read('incomeTax'),
    netIncome(read),
    minorities,
    preferred,
    read('netIncomeToCommon') ?? minus(ofParent, preferred ?? 0),
    read('sharesBasic'),
    read('sharesDiluted'),
    read('epsBasic'),
    read('epsDiluted'),
    ebit(read),
    ebitda(read),
  ]
}
