import { DAY_SEC } from '../lib/clock.ts'

/** The newest reading of one member of a total. */
export interface LevelReading {
  readonly valueUsd: number
  readonly atSec: number
  /** It repeats an earlier reading, because the one of its time was held back. */
  readonly isCarried: boolean
}

/**
 * The share, by value, of members whose newest reading is fresh and good: not carried, and at most
 * 24 hours older than `newestSec`. Members worth nothing count as all or none.
 */
export function levelCoverage(
  members: Iterable<LevelReading>,
  newestSec: number,
): number | undefined {
  let worthUsd = 0
  let freshUsd = 0
  let count = 0
  let freshCount = 0
  for (const member of members) {
    count++
    worthUsd += member.valueUsd
    if (!isFresh(member, newestSec)) continue
    freshCount++
    freshUsd += member.valueUsd
  }
  if (count === 0) return undefined
  if (worthUsd === 0) return freshCount === count ? 1 : 0
  return freshUsd / worthUsd
}

export function isFresh({ atSec, isCarried }: LevelReading, newestSec: number): boolean {
  return !isCarried && atSec >= newestSec - DAY_SEC
}
