import { hash } from 'node:crypto'
import type { Journal } from './journal.ts'

const LENGTH = 16

/**
 * Tells the runs of one store from those of another: the same in a store and in its replicas, and
 * another one when a run up to there is written down again. Empty where there is no such run.
 */
export function historyAt(journal: Journal, run: number): string {
  const found = journal.find(run)
  if (found === undefined) return ''
  const { id, startedAtMs, atMs, source, contentHash, accepted, held } = found
  let revisions = 0
  for (const earlier of journal.list()) if (earlier.id <= run) revisions += earlier.revision
  const said = [id, startedAtMs, atMs, source, contentHash, accepted, held, revisions]
  return hash('sha256', JSON.stringify(said)).slice(0, LENGTH)
}
