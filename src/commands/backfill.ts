import { at } from '../lib/at.ts'
import { createClock, DAY_SEC, toSec } from '../lib/clock.ts'
import type { BackfillProgress, BackfillSummary } from '../live/schedule/backfill.ts'
import type { Contexts } from './context.ts'
import { defineCommand } from './define-command.ts'
import { flag, option } from './options.ts'
import { formatCount, withProgress } from './progress.ts'
import { EXIT_CODES, firstOfEach, judgeRun, unpricedLines } from './run-outcome.ts'
import { parseTime } from './times.ts'

export interface BackfillRequest {
  source: string
  fromSec: number
  toSec: number
  affected: boolean
  onProgress?: ((progress: BackfillProgress) => void) | undefined
}

export const backfill = defineCommand({
  name: 'backfill',
  usage: ['<source>'],
  options: {
    from: option('<date>', 'the first day', parseTime),
    to: option('<date>', 'the end; now unless given', parseTime),
    affected: flag('in place of --from: the days that other code or settings made'),
    release: flag('with --affected: releases what the guards hold of it'),
    reason: option('<text>', 'why it is released'),
    by: option('<name>', 'who releases it'),
  },
  describe: 'reads the past of a live source; continues where it stopped',
  examples: ['backfill my-dex --from 2026-01-01 --to 2026-02-01', 'backfill my-dex --affected'],
  needs: 'store',
  run: async ({ args: [source], options, misuse }, context) => {
    const { from, affected: isAffected, reason, by } = options
    const isNamed = (reason ?? by) !== undefined
    if (isAffected === (from !== undefined)) throw misuse()
    if (options.release ? !isAffected : isNamed) throw misuse()
    const release = options.release
      ? { by: by ?? 'a person', reason: reason ?? 'a change of code or settings' }
      : null
    const range = isAffected
      ? await findAffected(source, context)
      : {
          fromSec: from ?? 0,
          toSec: options.to ?? toSec(createClock(context.config.clock).nowMs()),
        }
    if (range === null) return 0
    if (range.toSec <= range.fromSec) throw misuse('--to must be after --from')
    const summary = await withProgress(context.stderr, ({ step }) =>
      context.operations.backfill({
        ...{ source, ...range, affected: isAffected },
        onProgress: ({ done, total, atSec }) =>
          step(`${source} ${new Date(atSec * 1000).toISOString().slice(0, 16)}`, done, total),
      }),
    )
    return show({ source, summary, isAffected, release }, context)
  },
})

/** The days that other code or settings made; null: there are none. */
async function findAffected(
  source: string,
  { operations, print }: Contexts['store'],
): Promise<{ fromSec: number; toSec: number } | null> {
  const days = await operations.listAffectedDays({ source })
  if (days.length === 0) {
    print(`${source}: every day was made by the code and settings of today; nothing to do`)
    return null
  }
  print(
    `${source}: ${formatCount(days.length)} days were made by other code or settings: ${rangesOf(days).join(', ')}`,
  )
  return rangeOfDays(days)
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
  context: Contexts['store'],
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
  { operations, print }: Contexts['store'],
): Promise<boolean> {
  if (held === 0 || firstRun === null || lastRun === null) return false
  const runs = { first: firstRun, last: lastRun }
  const { run, holds } = await operations.decideHolds({
    source: job,
    runs,
    ...words,
    state: 'released',
  })
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
