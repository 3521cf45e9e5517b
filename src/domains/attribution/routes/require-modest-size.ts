import { invalidParameter } from '../../../lib/errors.ts'
import { boundDays, type PointRange, reachedDays } from '../derive/chart-days.ts'
import type { Column } from '../derive/columns.ts'

// About 15 MB of text: what one response may take of memory and time.
const MAX_FIGURES = 500_000

/** Throws a 400 that says how to ask for fewer figures, when a chart would have too many. */
export function requireModestSize(columns: readonly Column[], range: PointRange): void {
  const bounds = boundDays(range)
  const figures = columns.reduce((count, column) => {
    const { fromDay, untilDay } = reachedDays([column])
    return (
      count +
      Math.max(0, Math.min(untilDay, bounds.untilDay) - Math.max(fromDay, bounds.fromDay)) +
      1
    )
  }, 0)
  if (figures <= MAX_FIGURES) return
  throw invalidParameter(
    'include',
    `chainChart would have ${figures} figures, of at most ${MAX_FIGURES}. Choose a later \`start\` or an earlier \`end\`.`,
  )
}
