import { commitRows, type ReadyRows, type RunResult } from '../../runs/run.ts'
import type { Quality } from '../../store/fact.ts'
import { qualityHolds } from '../guards/holds/facts.ts'
import { listRuleHolds } from '../guards/holds/rule-holds.ts'
import type { LiveJob } from '../model/live-job.ts'
import { receipts as receiptFact } from '../receipts/facts.ts'
import { toReceiptRow } from '../receipts/receipt.ts'
import { NotYetError } from './chains.ts'
import type { Asked } from './collect.ts'
import type { LiveContext } from './live-context.ts'
import { type PreparedRun, prepareRun } from './prepare-run.ts'
import { settleRows } from './settle-rows.ts'

export interface LiveResult {
  run: RunResult
  prepared: PreparedRun
}

/**
 * Reads one period of a job and stores it as a run, with its receipts and what the guards held
 * back.
 */
export async function runLive(
  context: LiveContext,
  job: LiveJob,
  asked: Asked,
  quality: Quality = 'ok',
): Promise<LiveResult> {
  const prepared = await prepareRun(context, job, asked).catch((error: unknown) =>
    failed(context, job, error),
  )
  const landed: ReadyRows['rows'][number][] = []
  const run = await commitRows(
    context.store,
    { source: job.id, clock: context.clock, note: noteOf(asked) },
    async () => {
      const { rows, counts, problems } = await settleRows(context.store, marked(prepared, quality))
      for (const { fact, reason } of problems)
        context.log.warn({ job: job.id, fact: fact.name, reason }, 'row not published')
      const holds = listRuleHolds(problems.filter(({ kind }) => kind === 'held'))
      // What a run rests on and what is held are no figures, so they do not count among its rows.
      const beside = [
        { fact: qualityHolds, rows: holds.map((hold) => ({ ...hold })) },
        { fact: receiptFact, rows: prepared.receipts.map(toReceiptRow) },
      ]
      landed.push(...rows)
      return { rows: [...rows, ...beside], counts }
    },
  )
  for (const { fact, rows } of landed)
    context.memory.note(run.id, fact, { watches: context.watches, rows })
  return { run, prepared }
}

/**
 * A failure before anything was stored is a failed run all the same, so that it is seen where runs
 * are seen.
 */
async function failed(context: LiveContext, job: LiveJob, error: unknown): Promise<never> {
  // A block that is not safe yet is no failure, and is asked for again and again.
  if (error instanceof NotYetError) throw error
  await commitRows(context.store, { source: job.id, clock: context.clock }, () =>
    Promise.reject(error),
  ).catch(() => undefined)
  throw error
}

function marked({ rows }: PreparedRun, quality: Quality): PreparedRun['rows'] {
  if (quality === 'ok') return rows
  return rows.map((one) => ({
    ...one,
    rows: one.rows.map((row) => ({ ...row, quality: row.quality ?? quality })),
  }))
}

function noteOf({ fromSec, atSec }: Asked): string {
  return `${new Date(fromSec * 1000).toISOString()} to ${new Date(atSec * 1000).toISOString()}`
}
