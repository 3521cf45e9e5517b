import { type Fact, identityColumns } from './fact.ts'
import { REPLACEMENTS, typedIdentity } from './replacement-sql.ts'
import type { Snapshot } from './snapshot.ts'

/** A row beside the one it replaced, whose values are named `old_…`. */
export type Revision = Record<string, unknown> & { run: number; previousRun: number }

// A run may replace millions of rows; as many are compared at most.
const MAX_COMPARED_ROWS = 200_000

/** Rows that say something else than those they replaced, oldest first. */
export function readRevisions(
  snapshot: Snapshot,
  fact: Fact,
  { sinceRun, limit }: { sinceRun: number; limit: number },
): Promise<Revision[]> {
  const identity = identityColumns(fact).join(', ')
  const values = [...Object.keys(fact.values), 'quality']
  const before = values.map((name) => `lagInFrame(${name}) OVER history AS old_${name}`).join(', ')
  const differs = values.map((name) => `${name} IS DISTINCT FROM old_${name}`).join(' OR ')
  const pairs = `SELECT * FROM ${REPLACEMENTS}
    WHERE fact = '${fact.name}' AND byRun > {sinceRun:UInt32} AND byRun <= {snapshotRun:UInt32} AND replacedRun < byRun
    ORDER BY byRun LIMIT ${MAX_COMPARED_ROWS}`
  const rows = `SELECT ${typedIdentity(fact)}, arrayJoin([replacedRun, byRun]) FROM (${pairs})`
  return snapshot.query<Revision>(
    `SELECT * FROM (
       SELECT ${identity}, ${values.join(', ')}, run, ${before}, lagInFrame(run) OVER history AS previousRun
       ${snapshot.versions(fact, `(${identity}, run) IN (${rows})`)}
       WINDOW history AS (PARTITION BY ${identity} ORDER BY run ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
     ) WHERE previousRun > 0 AND run > {sinceRun:UInt32} AND (${differs}) ORDER BY run, ${identity} LIMIT {limit:UInt32}`,
    { sinceRun, limit },
  )
}
