import { type Sql, sql } from '../lib/sql.ts'
import { type Database, placeholders, query, type Statement, type Value } from './database.ts'

/** Rows per statement: few enough to keep every length of statement prepared. */
const CHUNK = 100

export interface UsageChange {
  meter: string
  month: string
  credits: number
}

export interface LastUse {
  keyId: string
  usedMs: number
}

const addUsageText = perRowCount(
  (
    rows,
  ) => sql`INSERT INTO credit_usage (meter, month, used, changed_ms) VALUES ${placeholders(rows, 4)}
    ON CONFLICT (month, meter) DO UPDATE SET used = credit_usage.used + excluded.used, changed_ms = excluded.changed_ms
    RETURNING meter, month, used`,
)

const saveLastUseText = perRowCount(
  (rows) => sql`INSERT INTO key_last_use (key_id, used_ms) VALUES ${placeholders(rows, 2)}
    ON CONFLICT (key_id) DO UPDATE SET used_ms = excluded.used_ms WHERE excluded.used_ms > key_last_use.used_ms`,
)

/**
 * Adds to the shared count, so that several machines spend one allowance; the answer is the new
 * total.
 */
export function addUsage(changes: readonly UsageChange[], nowMs: number): Statement[] {
  // Every process writes in one order: two that touch the same rows then wait for each other
  // instead of deadlocking.
  const sorted = [...changes].sort((a, b) => compare(a.month, b.month) || compare(a.meter, b.meter))
  return inChunks(sorted, (chunk) => ({
    text: addUsageText(chunk.length),
    values: chunk.flatMap((change): Value[] => [change.meter, change.month, change.credits, nowMs]),
  }))
}

export function saveLastUse(uses: readonly LastUse[]): Statement[] {
  const sorted = [...uses].sort((a, b) => compare(a.keyId, b.keyId))
  return inChunks(sorted, (chunk) => ({
    text: saveLastUseText(chunk.length),
    values: chunk.flatMap((use): Value[] => [use.keyId, use.usedMs]),
  }))
}

export async function listUsage(
  database: Database,
  month: string,
  changedSinceMs: number,
): Promise<{ meter: string; used: number }[]> {
  const rows = await query(
    database,
    sql`SELECT meter, used FROM credit_usage WHERE month = $1 AND changed_ms >= $2`,
    [month, changedSinceMs],
  )
  return rows.map((row) => ({ meter: String(row.meter), used: Number(row.used) }))
}

/**
 * Writing the text of a statement costs as much as running it, and there are only as many texts as
 * rows in a chunk.
 */
function perRowCount(write: (rows: number) => Sql): (rows: number) => Sql {
  const texts: Sql[] = []
  return (rows) => {
    texts[rows] ??= write(rows)
    return texts[rows]
  }
}

function inChunks<T>(
  items: readonly T[],
  toStatement: (chunk: readonly T[]) => Statement,
): Statement[] {
  const statements: Statement[] = []
  for (let start = 0; start < items.length; start += CHUNK)
    statements.push(toStatement(items.slice(start, start + CHUNK)))
  return statements
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
