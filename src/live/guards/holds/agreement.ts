import { DAY_SEC } from '../../../lib/clock.ts'
import { type Reading, TOTAL } from '../rules/guard.ts'
import type { GuardSettings } from '../rules/settings.ts'

// A line this small beside the whole may differ: its noise says nothing about the reading.
const NEGLIGIBLE_SHARE = 0.01

/** A reading that is held by an earlier run and that a later one may confirm. */
export interface OpenHold {
  /** The same for all facts of one reading. */
  id: string
  fact: string
  series: string
  atSec: number
  /** The sums that were held: by the watched column, and in it line by line. */
  figures: Readonly<Record<string, Figures>>
}

/** Sums of a reading by the names of its lines. */
export type Figures = Readonly<Record<string, number>>

/** Whether two readings agree: every line that counts differs by at most `withinPct`. */
export function figuresAgree(one: Figures, other: Figures, withinPct: number): boolean {
  const size = Math.max(Math.abs(one[TOTAL] ?? 0), Math.abs(other[TOTAL] ?? 0))
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((line) => {
    const [a, b] = [one[line] ?? 0, other[line] ?? 0]
    const larger = Math.max(Math.abs(a), Math.abs(b))
    if (line !== TOTAL && larger < size * NEGLIGIBLE_SHARE) return true
    return Math.abs(a - b) <= (larger * withinPct) / 100
  })
}

/** The held readings that a later reading of the same fact and series confirms. */
export function listConfirmed(
  reading: Reading,
  open: readonly OpenHold[],
  { withinPct, withinDays }: GuardSettings['agreement'],
): OpenHold[] {
  const figures = Object.fromEntries(reading.lines)
  return open.filter(
    (hold) =>
      hold.fact === reading.watch.fact.name &&
      hold.series === reading.series &&
      // The same moment is the same reading, and one from long ago agrees by chance.
      hold.atSec < reading.atSec &&
      hold.atSec >= reading.atSec - withinDays * DAY_SEC &&
      figuresAgree(hold.figures[reading.watch.value] ?? {}, figures, withinPct),
  )
}
