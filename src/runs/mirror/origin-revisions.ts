import type { CarriedFact } from '../../sources/mirror/answer.ts'
import { identityColumns } from '../../store/fact.ts'
import { readRevisions } from '../../store/revisions.ts'
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
  const sinceRun = store.journal.latestAt(sinceMs)
  const found: OriginRevision[] = []
  for (const fact of new Set(carried.map((one) => one.fact))) {
    for (const row of await readRevisions(snapshot, fact, { sinceRun, limit })) {
      const run = store.journal.find(row.run)
      const earlier = store.journal.find(row.previousRun)
      const isRewritten =
        run !== undefined &&
        earlier !== undefined &&
        isMirrorSource(run.source) &&
        isMirrorSource(earlier.source)
      if (!isRewritten) continue
      const changes = [...Object.keys(fact.values), 'quality']
        .map((column) => ({ column, before: row[`old_${column}`], after: row[column] }))
        .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
      const key = Object.fromEntries(identityColumns(fact).map((name) => [name, row[name]]))
      found.push({ fact: fact.name, key, changes, run: run.id, atMs: run.atMs })
    }
  }
  return found.sort((a, b) => a.run - b.run).slice(0, limit)
}
