import { DAY_SEC, toSec } from '../../lib/clock.ts'
import { NotYetError, type Step } from '../../sources/model/live-source.ts'
import type { JobState, LiveJob } from '../model/live-job.ts'
import {
  lengthOf,
  listPeriods,
  type Period,
  periodAround,
  withWholePeriods,
} from '../model/periods.ts'
import { type KnownPeriods, listBlocksRead, loadKnownPeriods } from '../receipts/receipt.ts'
import type { LiveContext } from '../run/live-context.ts'

/** About two hours of retries of a period while newer ones can be read; then a backfill must. */
const MAX_FAILED_CYCLES = 8

export type RunPeriod = (
  context: LiveContext,
  job: LiveJob,
  period: Period,
) => Promise<{ run: { id: number } }>

export interface Cycle {
  context: LiveContext
  job: LiveJob
  state: JobState
  /** Failures of periods that could not be read though newer ones could, by their ends. */
  failedCycles: Map<number, number>
  run: RunPeriod
  isStopped: () => boolean
}

/** One cycle of a job: revises what rests on replaced blocks, reads what is due. Returns runs. */
export async function runCycle(cycle: Cycle): Promise<number[]> {
  const { context, job, state, failedCycles, run, isStopped } = cycle
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
  const all = withWholePeriods(job.step, [...replaced.periods, ...due], [])
  for (const atSec of failedCycles.keys())
    if (!all.some((period) => period.atSec === atSec)) failedCycles.delete(atSec)
  const periods = all.filter(({ atSec }) => (failedCycles.get(atSec) ?? 0) < MAX_FAILED_CYCLES)
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
  for (const { atSec } of unreadable) failedCycles.set(atSec, (failedCycles.get(atSec) ?? 0) + 1)
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
export function describeGivenUp(failedCycles: ReadonlyMap<number, number>): string | null {
  const given = [...failedCycles]
    .filter(([, count]) => count >= MAX_FAILED_CYCLES)
    .map(([atSec]) => atSec)
  if (given.length === 0) return null
  const first = new Date(Math.min(...given) * 1000).toISOString().replace('.000Z', 'Z')
  return `${given.length} periods could not be read, the first up to ${first}: they are left to a backfill.`
}

/** How far back receipts are looked through for blocks that were replaced. */
const LOOK_BACK_SEC = 30 * DAY_SEC

interface Replaced {
  /** Periods that rest on a block which is no longer part of its chain, oldest first. */
  periods: Period[]
  /** Errors of chains that did not answer; their periods are checked again next time. */
  problems: unknown[]
}

/** Looks whether the blocks that a job's recent figures rest on are still part of their chains. */
export async function listReplacedPeriods(
  { store, chains, clock }: LiveContext,
  job: LiveJob,
): Promise<Replaced> {
  // A source without a past cannot be read again.
  if (job.sources.some(({ hasPast }) => !hasPast)) return { periods: [], problems: [] }
  const sources = job.sources.map(({ id }) => id)
  const read = await listBlocksRead(store.snapshot(), sources, toSec(clock.nowMs()) - LOOK_BACK_SEC)
  const found: Period[] = []
  const problems: unknown[] = []
  for (const [chain, own] of Map.groupBy(read, (one) => one.chain)) {
    // Its node may have been taken out of the settings.
    if (!chains.has(chain)) continue
    try {
      // Sources of a job share blocks; each is looked up once.
      const blocks = new Map(own.map(({ block }) => [block.hash, block]))
      const replaced = new Set(
        (await chains.get(chain).listReplaced([...blocks.values()])).map(({ hash }) => hash),
      )
      for (const { fromSec, atSec, block } of own)
        if (replaced.has(block.hash)) found.push({ fromSec, atSec })
    } catch (error) {
      problems.push(error)
    }
  }
  return { periods: withWholePeriods(job.step, found, read), problems }
}

/** How far back a cycle catches up; what is older is left to a backfill. */
const CATCH_UP_SEC: Readonly<Record<Step, number>> = { hour: 7 * 86_400, day: 60 * 86_400 }

interface Due {
  /** Oldest first. */
  periods: Period[]
  /** Start of a gap that is too old to catch up. */
  skippedFromSec: number | null
}

/** The timestamp before which nothing is caught up. */
function catchUpFrom(step: Step, nowSec: number): number {
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

/** After that the rest of a cycle is left to the next one. */
const MAX_FAILURES_IN_A_ROW = 3

interface ReadPeriods {
  /** Periods that failed though the newest one could be read: the trouble is theirs alone. */
  unreadable: Period[]
  /** Why reading ended early, or the first of what went wrong. */
  error?: unknown
}

/** Reads periods oldest first. After a failure the newest is next, so that old ones block nothing. */
export async function readPeriods(
  periods: readonly Period[],
  read: (period: Period) => Promise<void>,
  isStopped: () => boolean,
): Promise<ReadPeriods> {
  const left = [...periods]
  const failed: { period: Period; error: unknown }[] = []
  const canReadNewest = async () => {
    if (failed.length > 0) return true
    const newest = left.pop()
    return newest !== undefined && (await findError(read, newest)) === undefined
  }
  let inARow = 0
  for (let period = left.shift(); period !== undefined && !isStopped(); period = left.shift()) {
    const error = await findError(read, period)
    inARow = error === undefined ? 0 : inARow + 1
    if (error === undefined) continue
    // What is not safe yet makes later periods wait too; if the newest fails, the node is down.
    if (error.reason instanceof NotYetError || !(await canReadNewest()))
      return { unreadable: [], error: failed[0]?.error ?? error.reason }
    failed.push({ period, error: error.reason })
    if (inARow === MAX_FAILURES_IN_A_ROW) break
  }
  const [first] = failed
  return first === undefined
    ? { unreadable: [] }
    : { unreadable: failed.map(({ period }) => period), error: first.error }
}

async function findError(
  read: (period: Period) => Promise<void>,
  period: Period,
): Promise<{ reason: unknown } | undefined> {
  try {
    await read(period)
    return undefined
  } catch (reason) {
    return { reason }
  }
}
