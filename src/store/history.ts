import { hash } from 'node:crypto'
import type { Journal, Run } from './journal.ts'

const LENGTH = 16

/**
 * Tells the runs of one store from those of another: the same in a store and in its replicas, and
 * another one when a run up to there is written down again. Empty where there is no such run.
 */
export async function historyAt(journal: Journal, run: number): Promise<string> {
  const found = await journal.find(run)
  if (found === undefined) return ''
  const sums = await journal.sumHistory(run)
  const { id, startedAtMs, atMs, source, contentHash, facts } = found
  const counts = facts.map((fact) => [fact, broughtOf(found, fact)])
  const said = [id, startedAtMs, atMs, source, contentHash, counts, ...sums]
  return hash('sha256', JSON.stringify(said)).slice(0, LENGTH)
}

/** What it brought, whether or not some of it was dropped since: replicas may still have it. */
function broughtOf({ rows, dropped }: Run, fact: string): number | null {
  const left = rows[fact]
  return left === undefined ? null : left + (dropped[fact] ?? 0)
}
