import type { Clock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import type { Run } from '../store/journal.ts'
import { rollBack } from '../store/roll-back.ts'
import type { Store } from '../store/store.ts'
import { undoRuns } from './undo.ts'
import { withWriteLock } from './write-lock.ts'

const REMOVED = 'the demo world was removed'

export interface RemovedDemo {
  /** The run that took it out. */
  run: number
  runs: number
  rows: number
}

/** Undoes the runs of the demo world, then deletes their rows. Cut off in between, it goes on. */
export async function removeDemo(store: Store, clock: Clock): Promise<RemovedDemo> {
  const { journal } = store
  const choose = async () => (await listDemoRuns(store)).map(({ id }) => id)
  if ((await choose()).length > 0) await undoRuns(store, { clock, choose, note: REMOVED })
  const pending = journal.undone.inForceAt(journal.latest).filter(({ note }) => note === REMOVED)
  const known = await journal.findAll(pending.map(({ id }) => id))
  const [undo] = pending.filter(({ id }) => known.get(id)?.undoes.length !== 0)
  if (undo === undefined) throw new UsageError('The store has no demo world.')
  const runs = [...(await journal.findAll(undo.undoes)).values()]
  const rows = runs.flatMap((run) => Object.values(run.rows)).reduce((sum, one) => sum + one, 0)
  await withWriteLock(store, () => deleteRuns(store, undo, runs))
  return { run: undo.id, runs: runs.length, rows }
}

async function deleteRuns(store: Store, undo: Run, runs: readonly Run[]): Promise<void> {
  const { journal, replacements } = store
  // Whatever is cut off from here on is taken back at the next start, as these are.
  const begun = runs.map(
    (run): Run => ({ ...run, state: 'started', note: REMOVED, revision: run.revision + 1 }),
  )
  await journal.writeAll(begun)
  await rollBack(store, begun)
  await journal.writeAll(
    begun.map((run) => ({ ...run, state: 'failed', facts: [], rows: {}, newestSec: {} })),
  )
  for (const name of undo.facts) {
    const fact = store.facts.get(name)
    if (fact !== undefined) await replacements.recordAgain(fact, journal.latest)
  }
  await journal.write({ ...undo, undoes: [], revision: undo.revision + 1 })
}

/** What runs of the demo world are called in the journal. */
export const DEMO_SOURCE = 'demo'

/** Runs of the demo world whose rows are served, in order. */
export async function listDemoRuns({ journal }: Store): Promise<Run[]> {
  const undone = journal.undone.listAt(journal.latest)
  const runs = await journal.listAfter(0, undefined, { source: DEMO_SOURCE, state: 'committed' })
  return runs.filter(({ id }) => !undone.has(id))
}

export async function hasDemo(store: Store): Promise<boolean> {
  return (await listDemoRuns(store)).length > 0
}
