import { expect, test } from 'vitest'
import { INCOME_LABELS, incomeStatementColumn } from './income-statement.ts'
import type { LineName } from './statement-lines.ts'

const column = (lines: Partial<Record<LineName, number>>) => {
  const values = incomeStatementColumn((line) => lines[line] ?? null)
  return Object.fromEntries(INCOME_LABELS.map((label, index) => [label, values[index]]))
}

test('default: the eighteen labels, as filed where they were', () => {
  expect(INCOME_LABELS).toHaveLength(18)
  const filed = column({
    revenue: 1_000,
    costOfRevenue: 400,
    grossProfit: 600,
    operatingExpenses: 350,
    operatingIncome: 250,
    incomeBeforeTax: 240,
    incomeTax: 50,
    profit: 190,
    netIncome: 180,
    minorityIncome: 10,
    preferredDividends: 5,
    netIncomeToCommon: 175,
    sharesBasic: 100,
    sharesDiluted: 105,
    epsBasic: 1.75,
    epsDiluted: 1.67,
    depreciation: 60,
  })
  // Non-operating: 240 − 250. EBIT is operating income; EBITDA 250 + 60.
  expect(Object.values(filed)).toEqual([
    1_000, 400, 600, 350, 250, -10, 240, 50, 190, 10, 5, 175, 100, 105, 1.75, 1.67, 250, 310,
  ])
})

test('behavior: what was not filed is worked out from what was', () => {
  expect(
    column({
      revenue: 1_000,
      costOfRevenue: 400,
      operatingExpenses: 350,
      incomeTax: 50,
      profit: 190,
      netIncome: 180,
    }),
  ).toMatchObject({
    'Gross Profit': 600,
    // 600 − 350.
    'Operating Income': 250,
    // 190 + 50.
    'Income Before Tax': 240,
    'Non-Operating Items': -10,
    // 190 − 180, and nothing preferred.
    'Minority Interests': 10,
    'Net Income to Common': 180,
  })
  // 600 − 250.
  expect(column({ grossProfit: 600, operatingIncome: 250 })).toMatchObject({
    'Operating Expenses': 350,
  })
  // 240 + 12 of interest, where no operating income is known.
  expect(column({ incomeBeforeTax: 240, interestExpense: 12 })).toMatchObject({
    EBIT: 252,
    EBITDA: null,
  })
})

test('behavior: without minorities net income is that of the shareholders', () => {
  expect(column({ netIncome: 180 })).toMatchObject({
    'Net Income': 180,
    'Minority Interests': null,
    'Net Income to Common': 180,
  })
})

test('behavior: nothing known is null throughout, never zero', () => {
  expect(new Set(Object.values(column({})))).toEqual(new Set([null]))
})
