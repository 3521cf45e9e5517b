import type { Sql } from '../../../lib/sql.ts'
import type { ReadingInput, Watch } from '../../model/watch.ts'
import type { GuardSettings } from './settings.ts'
import type { TimeSeries } from './time-series.ts'

export type GuardName = Exclude<keyof GuardSettings, 'agreement'>

/** What releases a held reading: a later reading that agrees, or only a person. Never time. */
export type Release = 'agreement' | 'person'

export interface Finding {
  guard: GuardName
  /** `hold` keeps the reading from being served; `flag` publishes it and says so. */
  severity: 'hold' | 'flag'
  release: Release
  /** One plain sentence with the figures. */
  reason: string
}

/** The name of the line that sums the whole reading; others are values of the watch's `split`. */
export const TOTAL = ''

/** All rows of a series at one timestamp, in normalized spelling. */
export interface Reading {
  watch: Watch
  /** The values of the watch's series columns as a JSON object, in the order of the watch. */
  series: string
  atSec: number
  /** Sums: of the whole reading, and of each value of `split`. */
  lines: ReadonlyMap<string, number>
  /** Value of each part, by its names joined with slashes. */
  parts: ReadonlyMap<string, number>
  /** Parts that were given twice with different figures. */
  contradicted: readonly string[]
  /** The amounts that it is the sum of, where they are known. */
  inputs: readonly ReadingInput[]
}

/** A reading, when it is checked, and other series of the run with exactly the same figure. */
export interface Candidate extends Reading {
  nowSec: number
  equalSeries: readonly string[]
}

/** What is known of a series before the reading. */
export interface Past {
  /** The sums of earlier readings; a line that never was is empty. */
  line(name: string): TimeSeries
  /** The parts of the reading before; undefined when there is none. */
  readonly parts: ReadonlyMap<string, number> | undefined
}

/** A new reading of an import, before it leaves the engine (imported/suspects-sql.ts). */
export interface Suspected {
  watch: Watch
  nowSec: number
  /** Whether the parts of the reading and of the one before are there to be compared. */
  hasParts: boolean
}

/** One rule: pure, silent where it finds nothing. */
export interface Guard {
  check(reading: Candidate, past: Past, settings: GuardSettings): Finding[]
  /** SQL conditions, one of which is true for every new reading that it would hold. */
  suspects(of: Suspected, settings: GuardSettings): Sql[]
}

export function totalOf({ lines }: Pick<Reading, 'lines'>): number {
  const total = lines.get(TOTAL)
  if (total === undefined) throw new Error('A reading has no total.')
  return total
}

/** What a line of a reading is called in a reason. */
export function lineName(reading: Reading, line: string): string {
  return line === TOTAL ? reading.watch.value : `${reading.watch.value} of ${line}`
}
