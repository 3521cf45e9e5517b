import type { Step } from '../live/live-source.ts'
import { listPeriods, type Period, periodAround } from '../live/periods.ts'

/** How far back a turn makes up for what was missed while nothing ran; what is older is left to a backfill. */
export const CATCH_UP_SEC: Readonly<Record<Step, number>> = { hour: 7 * 86_400, day: 60 * 86_400 }

/** What is to be read now: every full period since the newest one that is there, at least the last full one. */
export function listDue(step: Step, newestSec: number | null, nowSec: number): { due: Period[]; skippedFromSec: number | null } {
  const lastFull = periodAround(step, nowSec).fromSec
  if (newestSec !== null && newestSec >= lastFull) return { due: [], skippedFromSec: null }
  if (newestSec === null) return { due: [periodAround(step, lastFull - 1)], skippedFromSec: null }
  const earliest = lastFull - CATCH_UP_SEC[step]
  // A reading between two full hours leaves its own hour still to be read.
  const fromSec = periodAround(step, newestSec).fromSec
  return { due: listPeriods(step, Math.max(fromSec, earliest), nowSec), skippedFromSec: fromSec < earliest ? fromSec : null }
}
