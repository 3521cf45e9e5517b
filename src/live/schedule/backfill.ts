import { toSec } from '../../lib/clock.ts'
import { UsageError } from '../../lib/errors.ts'
import type { RunResult } from '../../runs/run.ts'
import type { Unpriced } from '../../sources/model/amounts.ts'
import { describeGap } from '../../sources/model/observations.ts'
import type { LiveJob } from '../model/live-job.ts'
import { listPeriods, type Period, withWholePeriods } from '../model/periods.ts'
import { listMade, type MadePeriod } from '../receipts/receipt.ts'
import type { LiveContext } from '../run/live-context.ts'
import type { PreparedRun } from '../run/prepare-run.ts'
import { runPeriod } from '../run/run-period.ts'

export interface BackfillOptions {
  fromSec: number
  toSec: number
  /** Only what was made by other code or settings than today's. */
  affected: boolean
  onProgress?(progress: BackfillProgress): void
  /** Runs work while nothing else of the job does; due cycles come in between two periods. */
  alone?<T>(work: () => Promise<T>): Promise<T>
}

export interface BackfillProgress {
  done: number
  total: number
  atSec: number
}

export interface BackfillSummary {
  /** What its runs are called. */
  job: string
  /** Periods in the range, those that were there already, and those that were made now. */
  periods: number
  known: number
  made: number
  held: number
  rejected: number
  /** Coins without a value and what could not be read, each once. */
  unpriced: Unpriced[]
  gaps: string[]
  /** Where figures do not show, and why. */
  remarks: string[]
  firstRun: number | null
  lastRun: number | null
}

/** Reads the past of a job, oldest first, without what the present code has made already. */
export async function backfill(
  context: LiveContext,
  job: LiveJob,
  options: BackfillOptions,
): Promise<BackfillSummary> {
  const past = job.sources.find(({ hasPast }) => !hasPast)
  if (past !== undefined)
    throw new UsageError(`${past.id} can only say what is true now, so its past cannot be read.`)
  const alone = options.alone ?? (<T>(work: () => Promise<T>) => work())
  const { periods, due } = await listToMake(context, job, options)
  const summary: BackfillSummary = {
    job: job.id,
    periods,
    known: periods - due.length,
    made: 0,
    held: 0,
    rejected: 0,
    unpriced: [],
    gaps: [],
    remarks: [],
    firstRun: null,
    lastRun: null,
  }
  for (const period of due) {
    if (context.stopping?.aborted === true)
      throw new UsageError(
        `Stopped after ${summary.made} of ${due.length} periods. The same command goes on from there.`,
      )
    options.onProgress?.({ done: summary.made, total: due.length, atSec: period.atSec })
    const { run, prepared } = await alone(() => runPeriod(context, job, period, 'backfilled'))
    add(summary, run, prepared)
    if (summary.made === due.length)
      summary.remarks = await context.remark(prepared.seen, context.store.snapshot())
  }
  return summary
}

function add(summary: BackfillSummary, run: RunResult, { unpriced, seen }: PreparedRun): void {
  summary.made++
  summary.held += run.held
  summary.rejected += run.rejected
  summary.firstRun ??= run.id
  summary.lastRun = run.id
  const coins = new Set(summary.unpriced.map(({ coin }) => coin))
  summary.unpriced.push(...unpriced.filter(({ coin }) => !coins.has(coin)))
  summary.gaps = [...new Set([...summary.gaps, ...seen.gaps.map(describeGap)])]
}

/** How many periods are meant, and those that are still to be made. */
async function listToMake(
  context: LiveContext,
  job: LiveJob,
  options: BackfillOptions,
): Promise<{ periods: number; due: Period[] }> {
  // The future has no blocks to read.
  const untilSec = Math.min(options.toSec, now(context))
  const range = { afterSec: options.fromSec, toSec: untilSec }
  const made = await listMade(context.store.snapshot(), idsOf(job), range)
  const codes = new Map(made.map(({ source, atSec, codeHash }) => [`${source} ${atSec}`, codeHash]))
  const codeOf = (source: string, { atSec }: Period) => codes.get(`${source} ${atSec}`)
  if (options.affected) {
    const due = withWholePeriods(job.step, made.filter(isOfOtherCode(job)), made)
    const unaffected = new Set(made.map(({ atSec }) => atSec))
    for (const { atSec } of due) unaffected.delete(atSec)
    return { periods: unaffected.size + due.length, due }
  }
  const periods = listPeriods(job.step, options.fromSec, untilSec)
  const due = periods.filter((period) =>
    job.sources.some(({ id, codeHash }) => codeOf(id, period) !== codeHash),
  )
  return { periods: periods.length, due }
}

/** The days of a job that other code than today's has made. */
export async function listAffectedDays(context: LiveContext, job: LiveJob): Promise<string[]> {
  const range = { afterSec: 0, toSec: now(context) }
  const made = await listMade(context.store.snapshot(), idsOf(job), range)
  // The last second of a period says which day it belongs to.
  const days = made
    .filter(isOfOtherCode(job))
    .map(({ atSec }) => new Date((atSec - 1) * 1000).toISOString().slice(0, 10))
  return [...new Set(days)].sort()
}

function isOfOtherCode(job: LiveJob): (made: MadePeriod) => boolean {
  const codes = new Map(job.sources.map(({ id, codeHash }) => [id, codeHash]))
  return ({ source, codeHash }) => codes.get(source) !== codeHash
}

function idsOf({ sources }: LiveJob): string[] {
  return sources.map(({ id }) => id)
}

function now({ clock }: LiveContext): number {
  return toSec(clock.nowMs())
}
