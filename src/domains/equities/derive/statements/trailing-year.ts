import { at } from '../../../../lib/at.ts'
import { plus } from '../arithmetic.ts'
import type { Ledger } from './ledger.ts'
import { quartersIn } from './period-values.ts'
import type { LineReader } from './statements.ts'

/** The last day of the newest period a company has reported. */
export function newestPeriodEnd(ledger: Ledger): number | null {
  const ends = [...ledger.quarterEnds.slice(-1), ...ledger.yearEnds.slice(-1)]
  return ends.length === 0 ? null : Math.max(...ends)
}

/**
 * A figure of the last twelve months: of the year when the newest period ends one, else the sum of
 * the last four quarters, each of which must be known (semantics 10.2).
 */
export function trailingYear(
  ledger: Ledger,
  figure: (read: LineReader) => number | null,
): number | null {
  const endDay = newestPeriodEnd(ledger)
  if (endDay === null) return null
  const ofYear = figure((line) => ledger.year(line, endDay))
  if (ofYear !== null) return ofYear
  const four = ledger.quarterEnds.slice(-4)
  // Three quarters lie between the end of the first and the end of the last.
  if (four.length < 4 || quartersIn(at(four, 0) + 1, endDay) !== 3) return null
  return plus(...four.map((day) => figure((line) => ledger.quarter(line, day))))
}
