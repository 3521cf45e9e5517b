import { minus } from '../arithmetic.ts'
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

// What companies round away when they add up.
const ROUNDING = 0.001

/** All equity is the shareholders' only where it is known what minorities have of it. */
export function shareholdersEquity(read: LineReader): number | null {
  return read('shareholdersEquity') ?? minus(read('totalEquity'), read('minorityInterest'))
}

/**
 * Equity as filed, else the shareholders' and the minorities'. Without a line of minorities it is
 * the shareholders' alone, unless the balance sheet then does not add up (decision 185).
 */
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

/**
 * Liabilities as filed, else what is left of both sides without equity; equity that can be redeemed
 * is neither.
 */
export function totalLiabilities(read: LineReader): number | null {
  return (
    read('liabilities') ?? minus(minus(bothSides(read), totalEquity(read)), redeemableEquity(read))
  )
}

function bothSides(read: LineReader): number | null {
  return read('liabilitiesAndEquity') ?? read('assets')
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
    bothSides(read),
  ]
}
