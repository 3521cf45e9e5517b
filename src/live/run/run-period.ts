import { commitRows, type RunResult } from '../../runs/run.ts'
import type { Quality } from '../../store/fact.ts'
import { qualityHolds } from '../guards/holds/facts.ts'
import { listRuleHolds } from '../guards/holds/rule-holds.ts'
import type { LiveJob } from '../model/live-job.ts'
import { receipts as receiptFact } from '../receipts/facts.ts'
import { toReceiptRow } from '../receipts/receipt.ts'
import { NotYetError } from './chains.ts'
import type { PeriodRequest } from './collect.ts'
import type { LiveContext } from './live-context.ts'
import { type PreparedRun, prepareRun } from './prepare-run.ts'
import { settleRows } from './settle-rows.ts'

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
  const run = await commitRows(
    context.store,
    { source: job.id, clock: context.clock, note: noteOf(request) },
    async () => {
      const { rows, counts, problems } = await settleRows(
        context.store,
        withQuality(prepared, quality),
      )
      for (const { fact, reason } of problems)
        context.log.warn({ job: job.id, fact: fact.name, reason }, 'row not published')
      const holds = listRuleHolds(problems.filter(({ kind }) => kind === 'held'))
      // Receipts and holds are no figures, so they do not count among a run's rows.
      const records = [
        { fact: qualityHolds, rows: holds.map((hold) => ({ ...hold })) },
        { fact: receiptFact, rows: prepared.receipts.map(toReceiptRow) },
      ]
      return { rows: [...rows, ...records], counts }
    },
  )
  return { run, prepared }
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
