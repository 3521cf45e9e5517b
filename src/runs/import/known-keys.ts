import { UsageError } from '../../lib/errors.ts'
import { identifier, joinSql, sql } from '../../lib/sql.ts'
import { identityColumns } from '../../store/fact.ts'
import { keepRows, type SettleOptions } from './import-work.ts'

/** All rows of an import that brings only what nobody knows were known. */
export class NothingNew extends UsageError {}

// Bound values travel in the address of a request, which servers limit.
const KEYS_BATCH_SIZE = 1_000

/** Removes rows whose key the store has: what is known of it says more. */
export async function removeKnownKeys(options: SettleOptions): Promise<void> {
  const { engine, fact, table, snapshot } = options
  const key = sql`concatWithSeparator(' ', ${joinSql(
    identityColumns(fact).map((name) => sql`toString(${identifier(name)})`),
  )})`
  const given = await engine.writerQuery<{ key: string }>(
    sql`SELECT DISTINCT ${key} AS key FROM ${table}`,
  )
  const known: string[] = []
  for (let from = 0; from < given.length; from += KEYS_BATCH_SIZE) {
    const keys = given.slice(from, from + KEYS_BATCH_SIZE).map((one) => one.key)
    const found = await snapshot.query<{ key: string }>(
      sql`SELECT DISTINCT ${key} AS key FROM ${snapshot.current(fact)} WHERE key IN {keys:Array(String)}`,
      { keys },
    )
    known.push(...found.map((one) => one.key))
  }
  if (known.length > 0 && known.length === given.length)
    throw new NothingNew(`${fact.name}: nothing new`)
  if (known.length > 0) await keepRows(options, sql`${key} NOT IN {known:Array(String)}`, { known })
}
