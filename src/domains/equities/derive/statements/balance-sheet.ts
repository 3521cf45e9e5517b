import { minus, plus } from '../arithmetic.ts'
import type { LineReader } from './statements.ts'

export const BALANCE_LABELS = [
  'Total Current Assets',
  'Total Non-Current Assets',
  'Total Assets',
  'Total Current Liabilities',
  'Total Non-Current Liabilities',
  'Total Liabilities',
  'Total Shareholders Equity',
  'Minority Interest',
  'Total Equity',
  'Total Liabilities and Equity',
] as const

export function shareholdersEquity(read: LineReader): number | null {
  return read('shareholdersEquity') ?? minus(read('totalEquity'), read('minorityInterest') ?? 0)
}

function totalEquity(read: LineReader): number | null {
  return read('totalEquity') ?? plus(read('shareholdersEquity'), read('minorityInterest') ?? 0)
}

/**
 * Liabilities as filed, else what is left of both sides without equity; equity that can be redeemed
 * is neither.
 */
export function totalLiabilities(read: LineReader): number | null {
  const both = read('liabilitiesAndEquity') ?? read('assets')
  return read('liabilities') ?? minus(minus(both, totalEquity(read)), read('temporaryEquity') ?? 0)
}

/**
 * One column of the balance sheet: as filed, else worked out from lines that were (semantics 10.2).
 */
export function balanceSheetColumn(read: LineReader): (number | null)[] {
  const liabilities = totalLiabilities(read)
  return [
    read('currentAssets'),
    read('nonCurrentAssets') ?? minus(read('assets'), read('currentAssets')),
    read('assets'),
    read('currentLiabilities'),
    read('nonCurrentLiabilities') ?? minus(liabilities, read('currentLiabilities')),
    liabilities,
    shareholdersEquity(read),
    read('minorityInterest'),
    totalEquity(read),
    read('liabilitiesAndEquity') ?? read('assets'),
  ]
}
