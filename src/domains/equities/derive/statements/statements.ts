import type { Value } from '../arithmetic.ts'
import { dateOf } from '../days.ts'
import type { Ledger } from './ledger.ts'
import {
  BALANCE_ROWS,
  CASHFLOW_ROWS,
  type FigureRules,
  INCOME_ROWS,
  type LineReader,
  readFigures,
} from './statement-forms.ts'
import type { LineName } from './statement-lines.ts'

interface StatementForm {
  readonly rows: FigureRules
  /** What is shown under a label, with its own label: the first of some lines that is known. */
  readonly children: Readonly<Record<string, readonly (readonly [string, ...LineName[]])[]>>
}

interface Periods {
  periodEnding: string[]
  values: Value[][]
  children: Record<string, { values: Value[][] }>
  /** Why a value is `null`: label → last day of the period → reason; absent without any. */
  missing?: Record<string, Record<string, string>>
}

export interface Statement {
  labels: readonly string[]
  children: Record<'quarterly' | 'annual', Record<string, { labels: string[] }>>
  quarterly: Periods
  annual: Periods
}

/** Labels whose missing quarters have a reason. */
const EXPLAINED: readonly (readonly [label: string, line: LineName])[] = [
  ['EPS (Basic)', 'epsBasic'],
  ['EPS (Diluted)', 'epsDiluted'],
]

const INCOME: StatementForm = {
  rows: INCOME_ROWS,
  children: {
    'Operating Expenses': [
      ['Research and Development', 'researchAndDevelopment'],
      ['Selling, General and Administrative', 'sellingGeneralAdministrative'],
      ['Selling and Marketing', 'sellingMarketing'],
      ['General and Administrative', 'generalAdministrative'],
    ],
  },
}

const BALANCE: StatementForm = {
  rows: BALANCE_ROWS,
  children: {
    'Total Current Assets': [
      ['Cash and Cash Equivalents', 'cash'],
      ['Short-Term Investments', 'shortTermInvestments'],
      ['Receivables', 'receivables'],
      ['Inventory', 'inventory'],
    ],
    'Total Non-Current Assets': [
      ['Property, Plant and Equipment', 'propertyPlantEquipment'],
      ['Goodwill', 'goodwill'],
      ['Intangible Assets', 'intangibles'],
    ],
    'Total Current Liabilities': [
      ['Accounts Payable', 'accountsPayable'],
      ['Deferred Revenue', 'deferredRevenue'],
      ['Short-Term Debt', 'debtCurrent'],
    ],
    'Total Non-Current Liabilities': [
      ['Long-Term Debt', 'longTermDebtNonCurrent', 'longTermNotes'],
    ],
    'Total Shareholders Equity': [
      ['Paid-In Capital', 'paidInCapital'],
      ['Retained Earnings', 'retainedEarnings'],
      ['Treasury Stock', 'treasuryStock'],
    ],
  },
}

const CASHFLOW: StatementForm = {
  rows: CASHFLOW_ROWS,
  children: {
    'Cash Flow from Operating Activities': [
      ['Depreciation and Amortization', 'depreciation'],
      ['Stock-Based Compensation', 'stockCompensation'],
    ],
    'Cash Flow from Investing Activities': [
      ['Capital Expenditure', 'capitalExpenditure'],
      ['Acquisitions', 'acquisitions'],
    ],
    'Cash Flow from Financing Activities': [
      ['Dividends Paid', 'dividendsPaid'],
      ['Stock Repurchased', 'repurchases'],
      ['Stock Issued', 'issuance'],
      ['Debt Issued', 'debtIssued'],
      ['Debt Repaid', 'debtRepaid'],
    ],
  },
}

/** The three statements, oldest period first (equities.md#order-of-statements). */
export function statements(
  ledger: Ledger,
): Record<'incomeStatement' | 'balanceSheet' | 'cashflow', Statement> {
  const balances = new Set(ledger.balanceDays)
  const withBalance = (days: readonly number[]) => days.filter((day) => balances.has(day))
  const quarterEnds = withBalance(
    [...new Set([...ledger.quarterEnds, ...ledger.yearEnds])].sort((a, b) => a - b),
  )
  const income = statement(INCOME, ledger, ledger.quarterEnds, ledger.yearEnds)
  const missing = missingQuarters(ledger)
  return {
    incomeStatement:
      missing === undefined ? income : { ...income, quarterly: { ...income.quarterly, missing } },
    balanceSheet: statement(BALANCE, ledger, quarterEnds, withBalance(ledger.yearEnds)),
    cashflow: statement(CASHFLOW, ledger, ledger.quarterEnds, ledger.yearEnds),
  }
}

function missingQuarters(ledger: Ledger): Periods['missing'] {
  const entries = EXPLAINED.flatMap(([label, line]) => {
    const reasons = ledger.quarterEnds.flatMap((day): [string, string][] => {
      const reason = ledger.reason(line, day)
      return reason === undefined ? [] : [[dateOf(day), reason]]
    })
    return reasons.length === 0 ? [] : [[label, Object.fromEntries(reasons)] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function statement(
  form: StatementForm,
  ledger: Ledger,
  quarterEnds: readonly number[],
  yearEnds: readonly number[],
): Statement {
  const quarterly = periods(form, ledger, 'quarter', quarterEnds)
  const annual = periods(form, ledger, 'year', yearEnds)
  return {
    labels: Object.keys(form.rows),
    children: { quarterly: quarterly.childLabels, annual: annual.childLabels },
    quarterly: quarterly.periods,
    annual: annual.periods,
  }
}

function periods(
  form: StatementForm,
  ledger: Ledger,
  length: 'quarter' | 'year',
  days: readonly number[],
) {
  const readers = days.map(
    (day): LineReader =>
      (line) =>
        ledger[length](line, day) ?? ledger.balance(line, day),
  )
  const columns = readers.map((read) => readFigures(form.rows, read))
  const childLabels: Record<string, { labels: string[] }> = {}
  const children: Record<string, { values: Value[][] }> = {}
  for (const [parent, lines] of Object.entries(form.children)) {
    const rows = lines.map(([label, ...names]) => ({
      label,
      values: readers.map((read) =>
        names.reduce<Value>((known, name) => known ?? read(name), null),
      ),
    }))
    // A company shows only the lines it has.
    const known = rows.filter(({ values }) => values.some((value) => value !== null))
    if (known.length === 0) continue
    childLabels[parent] = { labels: known.map(({ label }) => label) }
    children[parent] = { values: known.map(({ values }) => values) }
  }
  const values = Object.keys(form.rows).map((label) =>
    columns.map((column) => column[label] ?? null),
  )
  return { childLabels, periods: { periodEnding: days.map(dateOf), values, children } }
}
