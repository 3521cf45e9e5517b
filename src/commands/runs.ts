import { daysByFact } from '../config/parse-values.ts'
import type { Clock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import { dropVersions } from '../runs/drop-versions.ts'
import { removeDemo } from '../runs/remove-demo.ts'
import { undoRuns } from '../runs/undo.ts'
import type { Run } from '../store/journal.ts'
import type { Store } from '../store/store.ts'
import { alignColumns, printTable } from './align-columns.ts'
import type { Family } from './context.ts'
import { defineCommand } from './define-command.ts'
import { option, RUN_NUMBER, wholeNumber, withDefault } from './options.ts'
import { formatCount } from './progress.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 10_000

/** A run, and the one that took it back. */
export type ListedRun = Run & { undoneBy: number | null }

/** Lists and undoes runs. */
export function localRuns(store: Store, clock: Clock) {
  const { journal } = store
  const describe = (run: Run): ListedRun => ({
    ...run,
    undoneBy: journal.undone.findUndo(run.id, journal.latest)?.id ?? null,
  })
  return {
    listRuns: async ({ source, limit }: { source?: string | undefined; limit: number }) =>
      (await journal.listNewest({ sourcePrefix: source }, { limit })).map(describe),
    showRun: async ({ id }: { id: number }) => {
      const run = await journal.find(id)
      return run === undefined ? null : describe(run)
    },
    undoRun: async ({ id, note }: { id: number; note?: string | undefined }) => {
      const options = { clock, choose: () => [id], ...(note === undefined ? {} : { note }) }
      const run = await undoRuns(store, options)
      const undone = await journal.find(id)
      if (undone === undefined) throw new UsageError(`There is no run ${id}.`)
      return { run, undone }
    },
    /** `keep` is what ALMANAC_KEEP_VERSIONS would be. */
    dropVersions: ({ keep }: { keep: string }) =>
      dropVersions(store, clock, daysByFact(keep, 'days')),
    removeDemo: () => removeDemo(store, clock),
  }
}

const list = defineCommand({
  name: 'runs list',
  options: {
    source: option('TEXT', 'only those whose source begins like this'),
    limit: withDefault(DEFAULT_LIMIT, 'N', 'how many are shown', wholeNumber(1, MAX_LIMIT)),
  },
  describe: 'the newest runs: what entered the store, and when',
  needs: 'store',
  run: async ({ options }, { operations, print }) => {
    const runs = await operations.listRuns(options)
    if (runs.length === 0) return print('No run is there.')
    printTable(print, runs, {
      run: ({ id }) => id,
      state: stateOf,
      source: ({ source }) => source,
      at: ({ atMs }) => new Date(atMs).toISOString(),
      accepted: ({ accepted }) => formatCount(accepted),
      rejected: ({ rejected }) => formatCount(rejected),
      held: ({ held }) => formatCount(held),
      note: ({ note }) => note,
    })
  },
})

const show = defineCommand({
  name: 'runs show',
  usage: ['<run>'],
  describe: 'one run: its facts, rows and state',
  needs: 'store',
  run: async ({ args: [id], misuse }, { operations, print }) => {
    if (!RUN_NUMBER.test(id)) throw misuse()
    const run = await operations.showRun({ id: Number(id) })
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
    for (const line of alignColumns(lines)) print(line)
  },
})

const undo = defineCommand({
  name: 'runs undo',
  usage: ['<run>'],
  options: { note: option('TEXT', 'why; stored with the run') },
  describe: 'takes a run back, or brings one back by undoing its undo',
  needs: 'store',
  run: async ({ args: [id], options: { note }, misuse }, { operations, print }) => {
    if (!RUN_NUMBER.test(id)) throw misuse()
    const { run, undone } = await operations.undoRun({ id: Number(id), note })
    const rows = Object.values(undone.rows).reduce((sum, count) => sum + count, 0)
    print(
      undone.undoes.length === 0
        ? `Run ${undone.id} is undone by run ${run.id}: ${formatCount(rows)} rows of ${undone.facts.join(', ')} are no longer served. To bring them back: almanac runs undo ${run.id}`
        : `Run ${undone.id} is undone by run ${run.id}: what it took back (run ${undone.undoes.join(', ')}) is served again.`,
    )
  },
})

const drop = defineCommand({
  name: 'runs drop-versions',
  usage: ['<days>'],
  describe: 'drops versions superseded longer ago: 30, or tvl=30,prices=7',
  needs: 'store',
  run: async ({ args: [keep] }, { operations, print }) => {
    // Checked here as well, so that a mistake needs no server.
    daysByFact(keep, 'days')
    const dropped = await operations.dropVersions({ keep })
    if (dropped.length === 0) return print('No version was superseded that long ago.')
    printTable(print, dropped, {
      fact: ({ fact }) => fact,
      'versions dropped': ({ rows }) => formatCount(rows),
    })
  },
})

export const runs: Family = {
  name: 'runs',
  describe: 'what entered the store; takes a run back, drops old versions',
  commands: [list, show, drop, undo],
}

function stateOf({ state, undoneBy }: ListedRun): string {
  return undoneBy === null ? state : `undone by ${undoneBy}`
}
