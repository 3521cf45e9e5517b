import type { Store } from '../store/store.ts'

/** What runs of the demo world are called in the journal. */
export const DEMO_SOURCE = 'demo'

export function hasDemo(store: Store): boolean {
  const { journal } = store
  const undone = new Set(journal.undone.inForceAt(journal.latest).flatMap(({ undoes }) => undoes))
  return journal
    .list()
    .some(
      ({ id, source, state }) => source === DEMO_SOURCE && state === 'committed' && !undone.has(id),
    )
}
