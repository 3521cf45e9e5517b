import type { Store } from '../store/store.ts'

/** What runs of the demo world are called in the journal. */
export const DEMO_SOURCE = 'demo'

export function hasDemo(store: Store): boolean {
  return store.journal.list().some((run) => run.source === DEMO_SOURCE && run.state === 'committed')
}
