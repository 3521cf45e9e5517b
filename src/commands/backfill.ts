import { parseArgs } from 'node:util'
import { at } from '../lib/at.ts'
import { DAY_SEC } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import type { BackfillProgress, BackfillSummary } from '../live/schedule/backfill.ts'
import { parseMoment } from './parse-moment.ts'
import { createProgress, formatCount, type ProgressStream } from './progress.ts'
import type { QualityOperations } from './quality.ts'
import { EXIT_CODES, firstOfEach, judgeRun, unpricedLines } from './run-outcome.ts'

export const BACKFILL_USAGE =
  'usage: almanac backfill <source> --from <date> [--to <date>] | --affected [--release [--reason <text>] [--by <name>]]'

export interface BackfillRequest {
  source: string
  fromSec: number
  toSec: number
  affected: boolean
  onProgress?: ((progress: BackfillProgress) => void) | undefined
}

export interface BackfillContext {
  backfill(request: BackfillRequest): Promise<BackfillSummary>
  listAffectedDays(request: { source: string }): Promise<string[]>
  decideHolds: QualityOperations['decideHolds']
  print(line: string): void
  stderr: ProgressStream
  nowSec: number
}

/**
 * `almanac backfill`: reads the past of a source; run again, it goes on where it stopped. Returns
 * the exit code.
 */
export async function runBackfill(args: string[], context: BackfillContext): Promise<number> {
  const { source, from, to, affected, release } = parse(args)
  const days = affected ? await context.listAffectedDays({ source }) : []
  if (affected && days.length === 0) {
    context.print(`${source}: every day was made by the code and settings of today; nothing to do`)
    return 0
  }
  if (affected)
    context.print(
      `${source}: ${formatCount(days.length)} days were made by other code or settings: ${rangesOf(days).join(', ')}`,
    )
  const fromSec = from === undefined ? 0 : parseMoment('--from', from)
  const toSec = to === undefined ? context.nowSec : parseMoment('--to', to)
  if (toSec <= fromSec) throw new UsageError('--to must be after --from')
  const progress = createProgress(context.stderr)
  try {
    const range = affected ? rangeOfDays(days) : { fromSec, toSec }
    const summary = await context.backfill({
      source,
      ...range,
      affected,
      onProgress: ({ done, total, atSec }) =>
        progress.update({
          phase: `${source} ${new Date(atSec * 1000).toISOString().slice(0, 16)}`,
          doneBytes: done,
          totalBytes: total,
          rows: 0,
        }),
    })
    progress.clear()
    return await show({ source, summary, isAffected: affected, release }, context)
  } finally {
    progress.clear()
  }
}

interface Outcome {
  source: string
  summary: BackfillSummary
  isAffected: boolean
  release: Words | null
}

/** Says what became of it, releases it if it was meant, and returns the exit code. */
async function show(
  { source, summary, isAffected, release }: Outcome,
  context: BackfillContext,
): Promise<number> {
  const { print } = context
  print(describe(source, summary))
  if (summary.periods === 0) return 0
  for (const line of [...unpricedLines(summary.unpriced), ...summary.gaps, ...summary.remarks])
    print(line)
  const isReleased = release !== null && (await releaseAll(summary, release, context))
  const { code, line } = judgeRun(isReleased ? { ...summary, held: 0 } : summary)
  if (line !== null) print(line)
  if (isAffected && code === EXIT_CODES.held)
    print(
      `If the change is meant: almanac quality release --source ${summary.job} --run ${summary.firstRun}-${summary.lastRun} --yes`,
    )
  return code
}

/** Who releases what is held, and why. */
interface Words {
  by: string
  reason: string
}

/** A deliberate change is one decision: all that the guards held of it is released together. */
async function releaseAll(
  { job, held, firstRun, lastRun }: BackfillSummary,
  words: Words,
  { decideHolds, print }: BackfillContext,
): Promise<boolean> {
  if (held === 0 || firstRun === null || lastRun === null) return false
  const runs = { first: firstRun, last: lastRun }
  const { run, holds } = await decideHolds({ source: job, runs, ...words, state: 'released' })
  print(`Released ${formatCount(firstOfEach(holds).length)} readings in run ${run}`)
  return true
}

function describe(
  source: string,
  { periods, known, made, held, firstRun, lastRun }: BackfillSummary,
): string {
  if (periods === 0) return `${source}: no full period lies in that range; nothing was read`
  const runs = firstRun === null ? '' : ` (runs ${firstRun} to ${lastRun})`
  return `${source}: ${formatCount(made)} of ${formatCount(periods)} periods read, ${formatCount(known)} were there already, ${formatCount(held)} rows held${runs}`
}

function rangeOfDays(days: readonly string[]): { fromSec: number; toSec: number } {
  const [first, last] = [at(days, 0), at(days, days.length - 1)]
  return { fromSec: Date.parse(first) / 1000, toSec: Date.parse(last) / 1000 + DAY_SEC }
}

/** Days in a row as one range each. */
export function rangesOf(days: readonly string[]): string[] {
  const ranges: { first: string; last: string }[] = []
  for (const day of days) {
    const open = ranges.at(-1)
    if (open !== undefined && Date.parse(day) - Date.parse(open.last) === DAY_SEC * 1000)
      open.last = day
    else ranges.push({ first: day, last: day })
  }
  return ranges.map(({ first, last }) => (first === last ? first : `${first} to ${last}`))
}

function parse(args: string[]): {
  source: string
  from: string | undefined
  to: string | undefined
  affected: boolean
  release: Words | null
} {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        affected: { type: 'boolean', default: false },
        release: { type: 'boolean', default: false },
        reason: { type: 'string' },
        by: { type: 'string' },
      },
    })
    const [source, ...more] = positionals
    if (
      source === undefined ||
      more.length > 0 ||
      (values.affected ? values.from !== undefined : values.from === undefined) ||
      (values.release && !values.affected) ||
      (!values.release && (values.reason ?? values.by) !== undefined)
    )
      throw new UsageError(BACKFILL_USAGE)
    const { by = 'a person', reason = 'a change of code or settings' } = values
    const release = values.release ? { by, reason } : null
    return { source, from: values.from, to: values.to, affected: values.affected, release }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(
      `${error instanceof Error ? error.message.split('. ')[0] : error}; ${BACKFILL_USAGE}`,
    )
  }
}
