/** A reading that guards caught, and why. */
export interface CaughtReading {
  /** The columns that name its series, as a JSON object. */
  series: string
  atSec: number
  guard: string
  reason: string
}

export interface ImportSummary {
  /** The run that holds the rows: this one, or the earlier one with the same content. */
  run: number
  committedAtMs: number
  alreadyKnown: boolean
  /** Rows that are now served; an import that was already known has none. */
  accepted: number
  rejected: number
  held: number
  rejectsFile: string | undefined
  ignoredColumns: string[]
  seconds: number
  /** What guards caught: how many readings, and the first of them. */
  caught?: { holds: number; flags: number; first: CaughtReading[] }
  /** Of a dry run: the first rows as they would be stored, and the first bad ones. */
  preview?: { rows: Record<string, unknown>[]; rejects: { place: string; reason: string }[] }
}

/** Enough to see what is going on. */
export const SHOWN_ROWS = 5
