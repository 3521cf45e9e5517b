import { hash } from 'node:crypto'
import type { Journal, Run } from './journal.ts'

const LENGTH = 16
// Sums stay exact, whatever the order of the runs.
const MODULUS = 1_000_000_007

/**
 * Tells the runs of one store from those of another: the same in a store and in its replicas, and
 * another one when a run up to there is written down again. Empty where there is no such run.
 */
export function historyAt(journal: Journal, run: number): string {
  const found = journal.find(run)
  if (found === undefined) return ''
  let [times, rows, revisions] = [0, 0, 0]
  for (const { id, startedAtMs, atMs, accepted, held, revision } of journal.list()) {
    if (id > run) continue
    times = (times + (startedAtMs % MODULUS) + 2 * (atMs % MODULUS) * (id % 1_000)) % MODULUS
    rows += accepted + held
    revisions += revision
  }
  const { id, startedAtMs, atMs, source, contentHash, facts } = found
  const counts = facts.map((fact) => [fact, broughtOf(found, fact)])
  const said = [id, startedAtMs, atMs, source, contentHash, counts, times, rows, revisions]
  return hash('sha256', JSON.stringify(said)).slice(0, LENGTH)
}

/** What it brought, whether or not some of it was dropped since: replicas may still have it. */
function broughtOf({ rows, dropped }: Run, fact: string): number | null {
  const left = rows[fact]
  return left === undefined ? null : left + (dropped[fact] ?? 0)
}
