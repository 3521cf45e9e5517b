import { parseArgs } from 'node:util'
import { daysByFact } from '../config/parse-values.ts'
import type { Clock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import { type DroppedVersionsOf, dropVersions } from '../runs/drop-versions.ts'
import { type RemovedDemo, removeDemo } from '../runs/remove-demo.ts'
import { undoRuns } from '../runs/undo.ts'
import type { Run } from '../store/journal.ts'
import type { Store } from '../store/store.ts'
import { alignColumns } from './align-columns.ts'
import { formatCount } from './progress.ts'

export const RUNS_USAGE = {
  list: 'almanac runs list [--source TEXT] [--limit N]   the newest runs: what entered the store, and when',
  show: 'almanac runs show <run>                 one run: its facts, rows and state',
  drop: 'almanac runs drop-versions <days>       drops versions superseded longer ago: 30, or tvl=30,prices=7',
  undo: 'almanac runs undo <run> [--note TEXT]   takes a run back, or brings one back by undoing its undo',
}

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 10_000

/** A run, and the one that took it back. */
export type ListedRun = Run & { undoneBy: number | null }

/** Lists and undoes runs, in this process or through a running server's socket. */
export interface RunOperations {
  listRuns(wanted: { source?: string | undefined; limit: number }): Promise<ListedRun[]>
  showRun(wanted: { id: number }): Promise<ListedRun | null>
  undoRun(wanted: { id: number; note?: string | undefined }): Promise<{ run: Run; undone: Run }>
  /** `keep` is what ALMANAC_KEEP_VERSIONS would be. */
  dropVersions(wanted: { keep: string }): Promise<DroppedVersionsOf[]>
  removeDemo(): Promise<RemovedDemo>
}

export function localRuns(store: Store, clock: Clock): RunOperations {
  const { journal } = store
  const describe = (run: Run): ListedRun => ({
    ...run,
    undoneBy: journal.undone.findUndo(run.id, journal.latest)?.id ?? null,
  })
  return {
    listRuns: async ({ source, limit }) =>
      (await journal.listNewest({ sourcePrefix: source }, { limit })).map(describe),
    showRun: async ({ id }) => {
      const run = await journal.find(id)
      return run === undefined ? null : describe(run)
    },
    undoRun: async ({ id, note }) => {
      const options = { clock, choose: () => [id], ...(note === undefined ? {} : { note }) }
      const run = await undoRuns(store, options)
      const undone = await journal.find(id)
      if (undone === undefined) throw new UsageError(`There is no run ${id}.`)
      return { run, undone }
    },
    dropVersions: ({ keep }) => dropVersions(store, clock, daysByFact(keep, 'days')),
    removeDemo: () => removeDemo(store, clock),
  }
}

type Print = (line: string) => void

/** `almanac runs`: what entered the store, and taking it back. */
export async function runRuns(
  args: string[],
  operations: RunOperations,
  print: Print,
): Promise<void> {
  const [action, ...rest] = args
  if (action === 'list') return list(rest, operations, print)
  if (action === 'show') return show(readRun(rest, 'show').id, operations, print)
  if (action === 'drop-versions') return drop(rest, operations, print)
  if (action === 'undo') return undo(readRun(rest, 'undo'), operations, print)
  throw new UsageError(`runs wants one of: ${Object.values(RUNS_USAGE).join(' | ')}`)
}

async function list(args: string[], operations: RunOperations, print: Print): Promise<void> {
  const { values } = parse(args, 'list', { source: { type: 'string' }, limit: { type: 'string' } })
  const limit = readLimit(values.limit)
  const runs = await operations.listRuns({ source: values.source, limit })
  if (runs.length === 0) return print('No run is there.')
  const rows = runs.map((run) => [
    String(run.id),
    stateOf(run),
    run.source,
    new Date(run.atMs).toISOString(),
    ...[run.accepted, run.rejected, run.held].map(formatCount),
    run.note,
  ])
  const head = ['run', 'state', 'source', 'at', 'accepted', 'rejected', 'held', 'note']
  for (const line of alignColumns([head, ...rows])) print(line.trimEnd())
}

async function show(id: number, operations: RunOperations, print: Print): Promise<void> {
  const run = await operations.showRun({ id })
  if (run === null) throw new UsageError(`There is no run ${id}.`)
  const facts = run.facts.map((fact) => `${fact} ${formatCount(run.rows[fact] ?? 0)}`)
  const lines = [
    ['run', String(run.id)],
    ['state', stateOf(run)],
    ['source', run.source],
    ['started', new Date(run.startedAtMs).toISOString()],
    ['ended', new Date(run.atMs).toISOString()],
    ['rows', facts.length === 0 ? '-' : facts.join(', ')],
    ['accepted', `${run.accepted}, rejected ${run.rejected}, held ${run.held}`],
    ['note', run.note === '' ? '-' : run.note],
  ]
  for (const line of alignColumns(lines)) print(line.trimEnd())
}

async function undo(
  wanted: { id: number; note: string | undefined },
  operations: RunOperations,
  print: Print,
): Promise<void> {
  const { run, undone } = await operations.undoRun(wanted)
  const rows = Object.values(undone.rows).reduce((sum, count) => sum + count, 0)
  print(
    undone.undoes.length === 0
      ? `Run ${undone.id} is undone by run ${run.id}: ${formatCount(rows)} rows of ${undone.facts.join(', ')} are no longer served. To bring them back: almanac runs undo ${run.id}`
      : `Run ${undone.id} is undone by run ${run.id}: what it took back (run ${undone.undoes.join(', ')}) is served again.`,
  )
}

async function drop(args: string[], operations: RunOperations, print: Print): Promise<void> {
  const { positionals } = parse(args, 'drop', {})
  const [keep] = positionals
  if (keep === undefined || positionals.length > 1)
    throw new UsageError(`usage: ${RUNS_USAGE.drop}`)
  // Checked here as well, so that a mistake needs no server.
  daysByFact(keep, 'days')
  const dropped = await operations.dropVersions({ keep })
  if (dropped.length === 0) return print('No version was superseded that long ago.')
  const rows = dropped.map(({ fact, rows: count }) => [fact, formatCount(count)])
  for (const line of alignColumns([['fact', 'versions dropped'], ...rows])) print(line.trimEnd())
}

function stateOf({ state, undoneBy }: ListedRun): string {
  return undoneBy === null ? state : `undone by ${undoneBy}`
}

function readRun(
  args: string[],
  action: 'show' | 'undo',
): { id: number; note: string | undefined } {
  const { values, positionals } = parse(args, action, { note: { type: 'string' } })
  const [text = ''] = positionals
  const isWrong = positionals.length !== 1 || !/^[1-9]\d{0,8}$/.test(text)
  if (isWrong || (action === 'show' && values.note !== undefined))
    throw new UsageError(`usage: ${RUNS_USAGE[action]}`)
  return { id: Number(text), note: values.note }
}

function readLimit(text: string | undefined): number {
  const limit = text === undefined ? DEFAULT_LIMIT : Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new UsageError(`--limit must be a whole number from 1 to ${MAX_LIMIT}, not "${text}"`)
  return limit
}

function parse<const Options extends Record<string, { type: 'string' }>>(
  args: string[],
  action: keyof typeof RUNS_USAGE,
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: action !== 'list' })
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}; usage: ${RUNS_USAGE[action]}`)
  }
}
