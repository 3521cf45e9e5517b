import { UsageError } from '../../lib/errors.ts'
import type { LiveContext } from '../live/live-context.ts'
import type { LiveJob } from '../live/live-job.ts'
import { runLive } from '../live/live-run.ts'
import { listPeriods, type Period } from '../live/periods.ts'
import { listReceipts } from '../receipts/receipt.ts'

export interface BackfillOptions {
  fromSec: number
  toSec: number
  /** Only what was made by other code or settings than today's. */
  affected: boolean
  onProgress?(progress: BackfillProgress): void
}

export interface BackfillProgress {
  done: number
  total: number
  atSec: number
}

export interface BackfillSummary {
  /** Periods in the range, those that were there already, and those that were made now. */
  periods: number
  known: number
  made: number
  held: number
  firstRun: number | null
  lastRun: number | null
}

/**
 * Reads the past of a job, oldest first. A period is done when its receipt is committed, so a backfill that was cut off goes on where it
 * stopped; what the present code made already is left alone.
 */
export async function backfill(context: LiveContext, job: LiveJob, options: BackfillOptions): Promise<BackfillSummary> {
  const past = job.sources.find(({ hasPast }) => !hasPast)
  if (past !== undefined) throw new UsageError(`${past.id} can only say what is true now, so its past cannot be read.`)
  const periods = listPeriods(job.step, options.fromSec, options.toSec)
  const due = await listToMake(context, job, periods, options.affected)
  const summary: BackfillSummary = {
    periods: periods.length,
    known: periods.length - due.length,
    made: 0,
    held: 0,
    firstRun: null,
    lastRun: null,
  }
  for (const period of due) {
    options.onProgress?.({ done: summary.made, total: due.length, atSec: period.atSec })
    const { run } = await runLive(context, job, period, 'backfilled')
    summary.made++
    summary.held += run.held
    summary.firstRun ??= run.id
    summary.lastRun = run.id
  }
  return summary
}

async function listToMake(context: LiveContext, job: LiveJob, periods: readonly Period[], affected: boolean): Promise<Period[]> {
  const made = await Promise.all(job.sources.map((source) => codesByMoment(context, source.id, periods[0]?.atSec ?? 0)))
  return periods.filter(({ atSec }) =>
    job.sources.some((source, index) => {
      const code = made[index]?.get(atSec)
      return affected ? code !== undefined && code !== source.codeHash : code !== source.codeHash
    }),
  )
}

async function codesByMoment({ store }: LiveContext, source: string, fromSec: number): Promise<Map<number, string>> {
  return new Map((await listReceipts(store, source, fromSec)).map(({ atSec, codeHash }) => [atSec, codeHash]))
}

/** The days of a job that other code than today's has made, as ranges of days for people to read. */
export async function listAffectedDays({ store }: LiveContext, job: LiveJob): Promise<string[]> {
  const days = new Set<string>()
  for (const source of job.sources) {
    for (const { atSec, codeHash } of await listReceipts(store, source.id)) {
      // The last second of the period says which day it belongs to.
      if (codeHash !== source.codeHash) days.add(new Date((atSec - 1) * 1000).toISOString().slice(0, 10))
    }
  }
  return [...days].sort()
}
