import type { LineReader } from './statements.ts'

/**
 * Borrowings of a balance sheet: long-term debt, its part that is due soon, and short-term
 * borrowings. A balance sheet without any such line has none (decision 121).
 */
export function totalDebt(read: LineReader): number {
  const soon =
    read('debtCurrent') ?? (read('longTermDebtCurrent') ?? 0) + (read('shortTermBorrowings') ?? 0)
  const later = read('longTermDebtNonCurrent')
  if (later !== null) return later + soon
  const allLongTerm = read('longTermDebt')
  // The whole of long-term debt already holds the part that is due soon.
  return allLongTerm === null ? soon : allLongTerm + (read('shortTermBorrowings') ?? 0)
}
