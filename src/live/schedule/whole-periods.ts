import type { Step } from '../../sources/model/live-source.ts'
import { type Period, periodAround } from '../model/periods.ts'

/**
 * The periods in order, each once. A cut-short one is followed by its whole period if that was read
 * too: both write flows at one start.
 */
export function withWholePeriods(
  step: Step,
  periods: readonly Period[],
  made: readonly Period[],
): Period[] {
  const there = new Set(made.map(nameOf))
  const found = new Map(periods.map((period) => [nameOf(period), period]))
  for (const { fromSec, atSec } of periods) {
    const whole = periodAround(step, fromSec)
    const isShort = whole.fromSec === fromSec && atSec > fromSec && atSec < whole.atSec
    if (isShort && there.has(nameOf(whole))) found.set(nameOf(whole), whole)
  }
  return [...found.values()]
    .map(({ fromSec, atSec }) => ({ fromSec, atSec }))
    .sort((a, b) => a.atSec - b.atSec || b.fromSec - a.fromSec)
}

function nameOf({ fromSec, atSec }: Period): string {
  return `${fromSec} ${atSec}`
}
