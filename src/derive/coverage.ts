import { isFresh, type LevelReading, levelCoverage } from './level-coverage.ts'

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
