import { expect, test } from 'vitest'
import { CASHFLOW_LABELS, cashFlowColumn } from './cash-flow.ts'
import type { LineName } from './statement-lines.ts'

const column = (lines: Partial<Record<LineName, number>>) =>
  cashFlowColumn((line) => lines[line] ?? null)

test('default: the eight labels; free cash flow is operating cash less capital expenditure', () => {
  expect(CASHFLOW_LABELS).toHaveLength(8)
  // 300 − 120.
  expect(
    column({
      operatingCash: 300,
      investingCash: -150,
      financingCash: -50,
      netCashFlow: 100,
      capitalExpenditure: 120,
      cashAndRestricted: 900,
      taxPaid: 40,
      interestPaid: 10,
    }),
  ).toEqual([300, -150, -50, 100, 180, 900, 40, 10])
})

test('behavior: without capital expenditure free cash flow is unknown', () => {
  expect(column({ operatingCash: 300 })).toEqual([300, null, null, null, null, null, null, null])
})
