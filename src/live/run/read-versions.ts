import { identifier, joinSql, sql } from '../../lib/sql.ts'
import type { Fact } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import type { Row } from './check-rows.ts'

// Bound values travel in the address of a request, which servers limit.
const KEYS_BATCH_SIZE = 2_000

/** The current versions of what some rows describe; the fact has no time. */
export async function readVersions(
  snapshot: Snapshot,
  fact: Fact,
  rows: readonly Row[],
): Promise<Row[]> {
  const names = Object.keys(fact.key)
  const typeOf = (name: string) => (fact.key[name]?.kind === 'int' ? sql`Int64` : sql`String`)
  const where = joinSql(
    names.map((name) => sql`${identifier(name)} IN {${identifier(name)}:Array(${typeOf(name)})}`),
    sql` AND `,
  )
  const found: Row[] = []
  for (let from = 0; from < rows.length; from += KEYS_BATCH_SIZE) {
    const batch = rows.slice(from, from + KEYS_BATCH_SIZE)
    const keys = Object.fromEntries(
      names.map((name) => [name, [...new Set(batch.map((row) => row[name] as string | number))]]),
    )
    for (const row of await snapshot.query<Row>(
      sql`SELECT * FROM ${snapshot.current(fact, where)}`,
      keys,
    ))
      found.push(row)
  }
  return found
}
