import type { Step } from '../../sources/model/live-source.ts'
import type { LiveJob } from '../model/live-job.ts'
import { listPeriods, type Period, periodAround } from '../model/periods.ts'
import type { KnownPeriods } from '../receipts/receipt.ts'

/** How far back a turn catches up; what is older is left to a backfill. */
export const CATCH_UP_SEC: Readonly<Record<Step, number>> = { hour: 7 * 86_400, day: 60 * 86_400 }

export interface Due {
  /** Oldest first. */
  periods: Period[]
  /** Start of a gap that is too old to catch up. */
  skippedFromSec: number | null
}

/** The moment before which nothing is caught up. */
export function catchUpFrom(step: Step, nowSec: number): number {
  return periodAround(step, nowSec).fromSec - CATCH_UP_SEC[step]
}

/** Every full period that a source lacks since its first one; new sources begin with the last. */
export function listDue(
  { step, sources }: Pick<LiveJob, 'step' | 'sources'>,
  known: ReadonlyMap<string, KnownPeriods>,
  nowSec: number,
): Due {
  const found = new Map<number, Period>()
  let skippedFromSec: number | null = null
  for (const { id } of sources) {
    const one = dueOf(step, known.get(id), nowSec)
    for (const period of one.periods) found.set(period.atSec, period)
    if (one.skippedFromSec !== null)
      skippedFromSec = Math.min(skippedFromSec ?? one.skippedFromSec, one.skippedFromSec)
  }
  const periods = [...found.values()].sort((a, b) => a.atSec - b.atSec)
  if (sources.every(({ hasPast }) => hasPast)) return { periods, skippedFromSec }
  const lastSec = periodAround(step, nowSec).fromSec
  return { periods: periods.filter(({ atSec }) => atSec === lastSec), skippedFromSec: null }
}

function dueOf(step: Step, known: KnownPeriods | undefined, nowSec: number): Due {
  const lastSec = periodAround(step, nowSec).fromSec
  if (known === undefined)
    return { periods: [periodAround(step, lastSec - 1)], skippedFromSec: null }
  const earliestSec = catchUpFrom(step, nowSec)
  const made = new Set(known.recentSec)
  const periods = listPeriods(step, Math.max(known.oldestSec, earliestSec), nowSec).filter(
    ({ atSec }) => !made.has(atSec),
  )
  return { periods, skippedFromSec: known.newestSec < earliestSec ? known.newestSec : null }
}
