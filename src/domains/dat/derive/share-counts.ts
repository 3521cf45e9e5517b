import { NO_COUNTS, type ThreeCounts } from './mnav.ts'

/** Share counts as of a day. */
export interface ShareCount {
  readonly atSec: number
  readonly counts: ThreeCounts
}

/** Counts in today's shares: each × what a share of its day has become by splits since. */
export function inTodaysShares(
  counts: readonly ShareCount[],
  factorSince: (atSec: number) => number,
): ShareCount[] {
  return counts.map(({ atSec, counts: [realized, realistic, max] }) => {
    const factor = factorSince(atSec)
    return { atSec, counts: [realized * factor, realistic * factor, max * factor] }
  })
}

/**
 * The newest counts at or before a moment, of counts in order of time; each of the three may be
 * older than the others.
 */
export function countsAt(counts: readonly ShareCount[], atSec: number): ThreeCounts {
  return counts.reduce(
    (known, count) => (count.atSec <= atSec ? later(known, count.counts) : known),
    NO_COUNTS,
  )
}

function later(known: ThreeCounts, next: ThreeCounts): ThreeCounts {
  const pick = (kind: 0 | 1 | 2) => (Number.isNaN(next[kind]) ? known[kind] : next[kind])
  return [pick(0), pick(1), pick(2)]
}
