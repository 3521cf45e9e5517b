import { at } from '../../lib/at.ts'

// One gap tells nothing: it may be the one between two imports.
const MIN_STEPS = 3
// A cycle may take its time; two in a row that did not come are late.
const LATE_STEPS = 2

/** How often a fact gets newer, in seconds: the median of its last steps; `null` when not known. */
export function expectedStep(timesSec: readonly number[]): number | null {
  const steps = timesSec.slice(1).map((earlier, index) => at(timesSec, index) - earlier)
  if (steps.length < MIN_STEPS) return null
  return at(
    steps.toSorted((a, b) => a - b),
    Math.floor(steps.length / 2),
  )
}

/** Whether a fact is older than it should be; `null` when nothing is expected of it. */
export function isLate(ageSec: number | null, stepSec: number | null): boolean | null {
  return ageSec === null || stepSec === null ? null : ageSec > LATE_STEPS * stepSec
}
