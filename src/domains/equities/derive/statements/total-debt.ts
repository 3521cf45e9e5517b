import type { LineReader } from './statements.ts'

/**
 * Borrowings of a balance sheet: long-term debt, its part that is due soon, and short-term
 * borrowings. Without any line of long-term debt the whole is not known (decision 185).
 */
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
