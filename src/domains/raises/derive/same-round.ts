import { DAY_SEC } from '../../../lib/clock.ts'

/**
 * What of a report tells its round from another of the same project. Amounts are millions of USD.
 */
export interface RoundMarks {
  dateSec: number
  round: string | null
  amount: number | null
}

const SAME_LABEL_DAYS = 30
const SAME_AMOUNT_DAYS = 7
const AMOUNT_TOLERANCE = 0.1
// What reporters write when they do not know the kind of a round.
const NO_LABEL = new Set(['', 'na', 'none', 'other', 'undisclosed', 'unknown', 'unspecified'])

/**
 * Whether two reports about one project tell of the same round (decision 100): the same label
 * within thirty days, whatever the amounts; else within seven days and amounts that differ by at
 * most a tenth of the larger. An amount that is not known agrees with any, unless the labels
 * contradict each other.
 */
export function isSameRound(a: RoundMarks, b: RoundMarks): boolean {
  const days = Math.abs(a.dateSec - b.dateSec) / DAY_SEC
  if (days > SAME_LABEL_DAYS) return false
  const [labelA, labelB] = [labelOf(a.round), labelOf(b.round)]
  if (labelA !== '' && labelA === labelB) return true
  if (days > SAME_AMOUNT_DAYS) return false
  if (a.amount === null || b.amount === null) return labelA === '' || labelB === ''
  return Math.abs(a.amount - b.amount) <= AMOUNT_TOLERANCE * Math.max(a.amount, b.amount)
}

/** A label in one spelling, `series a` and `Series-A Round` alike; empty when it says nothing. */
function labelOf(round: string | null): string {
  const label = (round ?? '')
    .toLowerCase()
    .replace(/\s+(funding|round|funding round)\s*$/, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return NO_LABEL.has(label) ? '' : label
}
