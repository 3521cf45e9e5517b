import { commitRows, commitRun, type ReadyRows, type RunResult } from '../../runs/run.ts'
import { NotYetError } from '../../sources/model/live-source.ts'
import type { Quality } from '../../store/fact.ts'
import { qualityHolds } from '../guards/holds/facts.ts'
import { listRuleHolds } from '../guards/to-holds.ts'
import type { LiveJob } from '../model/live-job.ts'
import { receipts as receiptFact, toReceiptRow } from '../receipts/receipt.ts'
import type { LiveContext } from './live-context.ts'
import { type PeriodRequest, type PreparedRun, prepareRun } from './prepare-run.ts'
import { settleRows } from './settle-rows.ts'

const MAX_UNSTAGED_ROWS = 20_000

export interface PeriodResult {
  run: RunResult
  prepared: PreparedRun
}

/** Reads one period of a job and stores it as a run, with its receipts and holds. */
export async function runPeriod(
  context: LiveContext,
  job: LiveJob,
  request: PeriodRequest,
  quality: Quality = 'ok',
): Promise<PeriodResult> {
  const prepared = await prepareRun(context, job, request).catch((error: unknown) =>
    recordFailure(context, job, error),
  )
  const options = { source: job.id, clock: context.clock, note: noteOf(request) }
  const make = () => makeReady(context, job, withQuality(prepared, quality), prepared.receipts)
  const run = isLarge(prepared)
    ? await commitRun(context.store, { ...options, again: true }, async (stage) => {
        const { rows, counts } = await make()
        for (const one of rows) if (one.rows.length > 0) await stage.insertRows(one.fact, one.rows)
        return counts
      })
    : await commitRows(context.store, options, make)
  return { run, prepared }
}

/** A whole history goes through a stage: rows of a run that is cut off are then easy to remove. */
function isLarge({ rows }: PreparedRun): boolean {
  return rows.reduce((sum, one) => sum + one.rows.length, 0) > MAX_UNSTAGED_ROWS
}

async function makeReady(
  { store, log }: LiveContext,
  job: LiveJob,
  made: PreparedRun['rows'],
  receipts: PreparedRun['receipts'],
): Promise<ReadyRows> {
  const { rows, counts, problems } = await settleRows(store, made)
  for (const { fact, reason } of problems)
    log.warn({ job: job.id, fact: fact.name, reason }, 'row not published')
  const holds = listRuleHolds(problems.filter(({ kind }) => kind === 'held'))
  // Receipts and holds are no figures, so they do not count among a run's rows.
  const records = [
    { fact: qualityHolds, rows: holds.map((hold) => ({ ...hold })) },
    { fact: receiptFact, rows: receipts.map(toReceiptRow) },
  ]
  return { rows: [...rows, ...records], counts }
}

/** A failure before anything was stored is a failed run too, so that the journal shows it. */
async function recordFailure(context: LiveContext, job: LiveJob, error: unknown): Promise<never> {
  // A block that is not safe yet is requested again soon.
  if (error instanceof NotYetError) throw error
  await commitRows(context.store, { source: job.id, clock: context.clock }, () =>
    Promise.reject(error),
  ).catch(() => undefined)
  throw error
}

function withQuality({ rows }: PreparedRun, quality: Quality): PreparedRun['rows'] {
  if (quality === 'ok') return rows
  return rows.map((one) => ({
    ...one,
    rows: one.rows.map((row) => ({ ...row, quality: row.quality ?? quality })),
  }))
}

function noteOf({ fromSec, atSec }: PeriodRequest): string {
  return `${new Date(fromSec * 1000).toISOString()} to ${new Date(atSec * 1000).toISOString()}`
}
