import type { Clock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import type { Run } from '../store/journal.ts'
import type { Store } from '../store/store.ts'
import { commit, newRun, type RunResult } from './run.ts'
import { withWriteLock } from './write-lock.ts'

/** What runs that undo others are called in the journal. */
export const UNDO_SOURCE = 'undo'

export interface UndoOptions {
  clock: Clock
  /** Asked for once the lock is held: what is committed may change before. */
  choose(): readonly number[] | Promise<readonly number[]>
  note?: string
}

/** Takes back what runs brought, as a run of its own; undoing that one brings them back. */
export function undoRuns(store: Store, { clock, choose, note }: UndoOptions): Promise<RunResult> {
  return withWriteLock(store, async (lock) => {
    const undone = await listUndoable(store, await choose())
    await requireNotDropped(store, undone)
    const facts = [...new Set(undone.flatMap((run) => run.facts))]
    const options = { source: UNDO_SOURCE, clock, note: note ?? describe(undone) }
    const run: Run = {
      ...newRun(store, options),
      facts,
      // It brings no rows, which is counted like that of any other run.
      rows: Object.fromEntries(facts.map((fact) => [fact, 0])),
      newestSec: Object.fromEntries(
        facts.flatMap((fact) => (store.facts.get(fact)?.time === undefined ? [] : [[fact, null]])),
      ),
      undoes: undone.map(({ id }) => id),
    }
    await lock.claimRuns(run.id, run.id)
    return commit({ store, lock, options }, run, async () => [])
  })
}

async function listUndoable(store: Store, ids: readonly number[]): Promise<Run[]> {
  const runs = await store.journal.findAll(ids)
  return ids.map((id) => requireUndoable(store, id, runs.get(id)))
}

function requireUndoable({ journal }: Store, id: number, run: Run | undefined): Run {
  if (run === undefined) throw new UsageError(`There is no run ${id}.`)
  if (run.state !== 'committed')
    throw new UsageError(`Run ${id} is ${run.state}: it has no rows that could be taken back.`)
  const undo = journal.undone.findUndo(id, journal.latest)
  if (undo !== undefined)
    throw new UsageError(
      `Run ${id} was undone by run ${undo.id}. \`almanac runs undo ${undo.id}\` brings it back.`,
    )
  return run
}

/** Rows that a run superseded may be gone: without it nothing would be served in their place. */
async function requireNotDropped({ journal }: Store, runs: readonly Run[]): Promise<void> {
  const ids = runs.map(({ id }) => id)
  // Nothing was dropped on account of a run that an undo had been about.
  const ever = new Set(journal.undone.listEver())
  for (const { id, facts } of runs.filter((run) => !ever.has(run.id)))
    for (const fact of facts)
      if (id <= journal.dropped.upTo(fact) && (await journal.hasDropped(fact, id, ids)))
        throw new UsageError(
          `Run ${id} cannot be undone: versions of ${fact} that it may have replaced were dropped since (ALMANAC_KEEP_VERSIONS).`,
        )
}

function describe(runs: readonly Run[]): string {
  return runs
    .map(({ id, undoes }) => (undoes.length === 0 ? `undoes run ${id}` : `undoes the undo ${id}`))
    .join(', ')
    .slice(0, 500)
}
