import type { Run } from '../store/journal.ts'
import type { Store } from '../store/store.ts'

/** What runs of the demo world are called in the journal. */
export const DEMO_SOURCE = 'demo'

/** Runs of the demo world whose rows are served. */
export function listDemoRuns({ journal }: Store): Run[] {
  const undone = journal.undone.listAt(journal.latest)
  return journal.list().filter((run) => isDemoRun(run) && !undone.has(run.id))
}

export function hasDemo(store: Store): boolean {
  return store.journal.list().some(isDemoRun) && listDemoRuns(store).length > 0
}

function isDemoRun({ source, state }: Run): boolean {
  return source === DEMO_SOURCE && state === 'committed'
}
