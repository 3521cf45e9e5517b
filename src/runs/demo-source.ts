import type { Run } from '../store/journal.ts'
import type { Store } from '../store/store.ts'

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
