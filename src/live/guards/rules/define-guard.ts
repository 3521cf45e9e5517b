import type { Sql } from '../../../lib/sql.ts'
import { nameOf, type Watch } from '../../model/watch.ts'
import { releaseOf } from './evidence.ts'
import type { Candidate, Finding, Guard, GuardName, Past, Release, Suspected } from './guard.ts'
import type { GuardSettings } from './settings.ts'

type Thresholds<Name extends GuardName> = GuardSettings[Name]['by'][string]
type AllSettings = {
  readonly [Name in GuardName]: {
    readonly release: Release
    readonly by: Readonly<Record<string, Thresholds<Name>>>
  }
}

/** What a rule finds; its guard's name and what releases it are added. */
export type Found = Pick<Finding, 'severity' | 'reason'>

interface Rule<Name extends GuardName> {
  name: Name
  /** What else must speak for a reading before another one releases it (live.md#evidence). */
  needsEvidence?: true
  find(reading: Candidate, past: Past, thresholds: Thresholds<Name>): Found[]
  /** What is found also where no thresholds are given. */
  findAlways?(reading: Candidate, past: Past): Found | undefined
  /** SQL over a new reading: true for every one that `find` would hold as the first of its series. */
  suspects?(of: Suspected, thresholds: Thresholds<Name>): Sql[]
}

export function defineGuard<Name extends GuardName>(rule: Rule<Name>): Guard {
  const { name, needsEvidence = false, find, findAlways, suspects } = rule
  /** The thresholds of a watch: its own, or those of its nature; undefined: not checked. */
  const thresholdsOf = (settings: AllSettings, watch: Watch): Thresholds<Name> | undefined => {
    const { by } = settings[name]
    return by[nameOf(watch)] ?? by[watch.nature]
  }
  return {
    check(reading, past, settings) {
      const thresholds = thresholdsOf(settings, reading.watch)
      const always = findAlways?.(reading, past)
      const found = always === undefined ? thresholds && find(reading, past, thresholds) : [always]
      if (found === undefined || found.length === 0) return []
      const { release } = settings[name]
      return found.map((one) => ({
        guard: name,
        release: needsEvidence ? releaseOf(release, reading, past) : release,
        ...one,
      }))
    },
    suspects(of, settings) {
      const thresholds = thresholdsOf(settings, of.watch)
      return thresholds === undefined ? [] : (suspects?.(of, thresholds) ?? [])
    },
  }
}
