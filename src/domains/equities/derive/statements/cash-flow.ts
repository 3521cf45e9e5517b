import { minus } from '../arithmetic.ts'
import type { LineReader } from './statements.ts'

export const CASHFLOW_LABELS = [
  'Cash Flow from Operating Activities',
  'Cash Flow from Investing Activities',
  'Cash Flow from Financing Activities',
  'Net Cash Flow',
  'Free Cash Flow',
  'End Cash Position',
  'Income Tax Paid',
  'Interest Paid',
] as const

/**
 * One column of the cash flow statement; free cash flow is operating cash less what was spent on
 * property and equipment.
 */
export function cashFlowColumn(read: LineReader): (number | null)[] {
  return [
    read('operatingCash'),
    read('investingCash'),
    read('financingCash'),
    read('netCashFlow'),
    minus(read('operatingCash'), read('capitalExpenditure')),
    read('cashAndRestricted'),
    read('taxPaid'),
    read('interestPaid'),
  ]
}
