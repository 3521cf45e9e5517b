import { toSec } from '../../lib/clock.ts'
import type { JobState } from '../model/job-state.ts'
import type { LiveJob } from '../model/live-job.ts'
import { lengthOf, type Period } from '../model/periods.ts'
import { type KnownPeriods, loadKnownPeriods } from '../receipts/receipt.ts'
import type { LiveContext } from '../run/live-context.ts'
import { catchUpFrom, listDue } from './due-periods.ts'
import { readPeriods } from './read-periods.ts'
import { listReplacedPeriods } from './revise-replaced.ts'

/** About two hours of retries of a period while newer ones can be read; then a backfill must. */
const MAX_FAILED_TURNS = 8

/** Reads one period of a job and stores it. */
export type RunPeriod = (
  context: LiveContext,
  job: LiveJob,
  period: Period,
) => Promise<{ run: { id: number } }>

export interface Turn {
  context: LiveContext
  job: LiveJob
  state: JobState
  /** Failures of periods that could not be read though newer ones could, by their ends. */
  failedTurns: Map<number, number>
  run: RunPeriod
  isStopped: () => boolean
}

/** One turn of a job: revises what rests on replaced blocks and reads what is due. Returns runs. */
export async function takeTurn({
  context,
  job,
  state,
  failedTurns,
  run,
  isStopped,
}: Turn): Promise<number[]> {
  const runs: number[] = []
  const nowSec = toSec(context.clock.nowMs())
  const { periods: due, skippedFromSec } = listDue(job, await loadKnown(context, job), nowSec)
  if (skippedFromSec !== null)
    context.log.warn(
      { job: job.id, since: skippedFromSec },
      'too much was missed: run a backfill for the rest',
    )
  // A chain that does not answer must not prevent the reading that is due.
  const replaced = await listReplacedPeriods(context, job)
  const all = inOrder([...replaced.periods, ...due])
  for (const atSec of failedTurns.keys())
    if (!all.some((period) => period.atSec === atSec)) failedTurns.delete(atSec)
  const periods = all.filter(({ atSec }) => (failedTurns.get(atSec) ?? 0) < MAX_FAILED_TURNS)
  const progress = { done: 0, total: periods.length }
  state.progress = progress
  const read = async (period: Period) => {
    const { run: made } = await run(context, job, period)
    runs.push(made.id)
    state.lastRun = made.id
    state.newestSec = Math.max(state.newestSec ?? period.atSec, period.atSec)
    progress.done++
  }
  const { unreadable, error } = await readPeriods(periods, read, isStopped)
  for (const { atSec } of unreadable) failedTurns.set(atSec, (failedTurns.get(atSec) ?? 0) + 1)
  if (error !== undefined) throw error
  if (replaced.problems.length > 0) throw replaced.problems[0]
  return runs
}

/** What a job has in the store, by its sources. */
export function loadKnown(
  { store, clock }: LiveContext,
  { sources, step }: LiveJob,
): Promise<Map<string, KnownPeriods>> {
  const ids = sources.map(({ id }) => id)
  return loadKnownPeriods(store.snapshot(), ids, {
    lengthSec: lengthOf(step),
    afterSec: catchUpFrom(step, toSec(clock.nowMs())),
  })
}

/** A sentence about periods that were given up; null when there are none. */
export function describeGivenUp(failedTurns: ReadonlyMap<number, number>): string | null {
  const given = [...failedTurns]
    .filter(([, count]) => count >= MAX_FAILED_TURNS)
    .map(([atSec]) => atSec)
  if (given.length === 0) return null
  const first = new Date(Math.min(...given) * 1000).toISOString().replace('.000Z', 'Z')
  return `${given.length} periods could not be read, the first up to ${first}: they are left to a backfill.`
}

function inOrder(periods: readonly Period[]): Period[] {
  const found = new Map(periods.map((period) => [`${period.fromSec} ${period.atSec}`, period]))
  return [...found.values()].sort((a, b) => a.atSec - b.atSec || b.fromSec - a.fromSec)
}
