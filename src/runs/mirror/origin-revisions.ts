import type { CarriedFact } from '../../sources/mirror/response.ts'
import { type Fact, identityColumns } from '../../store/fact.ts'
import { findRevised, type Revision, readRevisions } from '../../store/revisions.ts'
import type { Store } from '../../store/store.ts'
import { isMirrorSource } from './mirror-writer.ts'

/** Something that the origin had said before and now says differently. */
export interface OriginRevision {
  fact: string
  key: Record<string, unknown>
  /** Columns that changed: what they said before and say now. */
  changes: { column: string; before: unknown; after: unknown }[]
  run: number
  atMs: number
}

/** What the origin rewrote, oldest first: changes that a run of the mirror brought. */
export async function listOriginRevisions(
  store: Store,
  carried: readonly CarriedFact[],
  { sinceMs, limit }: { sinceMs: number; limit: number },
): Promise<OriginRevision[]> {
  const snapshot = store.snapshot()
  const sinceRun = await store.journal.latestAt(sinceMs)
  const facts = [...new Set(carried.map((one) => one.fact))]
  const range = { sinceRun, untilRun: snapshot.run, descending: false }
  const found: OriginRevision[] = []
  for await (const revised of findRevised(snapshot, facts, range)) {
    const run = await store.journal.find(revised.run)
    if (run === undefined || !isMirrorSource(run.source)) continue
    const page = { filter: {}, after: undefined, limit }
    const rows = await readRevisions(snapshot, revised, page)
    const before = await store.journal.findAll(rows.map((row) => row.previousRun))
    for (const row of rows) {
      const earlier = before.get(row.previousRun)
      if (earlier !== undefined && isMirrorSource(earlier.source))
        found.push({ ...describeRevision(revised.fact, row), run: run.id, atMs: run.atMs })
    }
    if (found.length >= limit) break
  }
  return found.slice(0, limit)
}

function describeRevision(fact: Fact, row: Revision) {
  const changes = [...Object.keys(fact.values), 'quality']
    .map((column) => ({ column, before: row[`old_${column}`], after: row[column] }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
  const key = Object.fromEntries(identityColumns(fact).map((name) => [name, row[name]]))
  return { fact: fact.name, key, changes }
}
