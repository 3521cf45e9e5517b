import { DAY_SEC } from '../lib/clock.ts'

/** Whether a member of a total was read in time; `missing` ones were expected and are not in it. */
export const MEMBER_STATES = ['fresh', 'stale', 'missing'] as const

export interface CoveredMember {
  readonly key: Readonly<Record<string, string>>
  readonly state: (typeof MEMBER_STATES)[number]
  /** What it weighs, US dollars or the unit of the metric. */
  readonly worth: number
  /** Time of its newest reading; `null` where days are counted. */
  readonly atSec: number | null
}

/** How much of a total stands on fresh good readings, and on which. */
export interface Coverage {
  readonly share: number
  readonly members: readonly CoveredMember[]
}

export interface NamedReading extends LevelReading {
  readonly key: CoveredMember['key']
  /** It should be in the total and is not. */
  readonly isMissing?: boolean
}

/** The coverage of a total of levels, with its members; `undefined` without any. */
export function coverageOfReadings(
  readings: readonly NamedReading[],
  newestSec: number,
): Coverage | undefined {
  const share = levelCoverage(readings, newestSec)
  if (share === undefined) return undefined
  const members = readings.map((reading): CoveredMember => {
    const { key, valueUsd, atSec, isMissing = false } = reading
    const state = isMissing ? 'missing' : isFresh(reading, newestSec) ? 'fresh' : 'stale'
    return { key, state, worth: valueUsd, atSec }
  })
  return { share, members }
}

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
