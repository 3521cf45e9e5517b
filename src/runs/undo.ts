import type { Clock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import type { Run } from '../store/journal.ts'
import type { Store } from '../store/store.ts'
import { commit, newRun, type RunResult } from './run.ts'
import { inTurn } from './turn.ts'

/** What runs that undo others are called in the journal. */
export const UNDO_SOURCE = 'undo'

export interface UndoOptions {
  clock: Clock
  /** Asked for when the turn has come: what is committed may change before. */
  choose(): readonly number[]
  note?: string
}

/**
 * Takes back what runs brought, as a run of its own: from then on their rows are not served, and
 * those they replaced are. Undoing that run brings them back.
 */
export function undoRuns(store: Store, { clock, choose, note }: UndoOptions): Promise<RunResult> {
  return inTurn(store, async (turn) => {
    const undone = choose().map((id) => getUndoable(store, id))
    requireNotDropped(store, undone)
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
    await turn.claimRuns(run.id, run.id)
    return commit({ store, turn, options }, run, async () => [])
  })
}

function getUndoable({ journal }: Store, id: number): Run {
  const run = journal.find(id)
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
function requireNotDropped({ journal }: Store, runs: readonly Run[]): void {
  const ids = new Set(runs.map(({ id }) => id))
  // Nothing was dropped on account of a run that an undo had been about.
  const ever = new Set(journal.undone.listEver())
  for (const { id, facts } of runs.filter((run) => !ever.has(run.id))) {
    const fact = facts.find((name) => {
      const isGone = (run: Run) => run.id < id && !ids.has(run.id) && (run.dropped[name] ?? 0) > 0
      return id <= journal.dropped.upTo(name) && journal.list().some(isGone)
    })
    if (fact !== undefined)
      throw new UsageError(
        `Run ${id} cannot be undone: versions of ${fact} that it may have replaced were dropped since (ALMANAC_KEEP_VERSIONS).`,
      )
  }
}

function describe(runs: readonly Run[]): string {
  return runs
    .map(({ id, undoes }) => (undoes.length === 0 ? `undoes run ${id}` : `undoes the undo ${id}`))
    .join(', ')
    .slice(0, 500)
}
