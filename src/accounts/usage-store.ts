import { compare } from '../lib/compare.ts'
import { sql } from '../lib/sql.ts'
import { type Database, insertRows, query, type Statement } from './database.ts'

export interface UsageChange {
  meter: string
  month: string
  credits: number
}

export interface LastUse {
  keyId: string
  usedMs: number
}

/** Adds to the count that all machines share, and gives the new totals. */
export function addUsage(changes: readonly UsageChange[], nowMs: number): Statement[] {
  // One order in every process: two that touch the same rows wait instead of deadlocking.
  const sorted = [...changes].sort((a, b) => compare(a.month, b.month) || compare(a.meter, b.meter))
  return insertRows(
    'credit_usage',
    ['meter', 'month', 'used', 'changed_ms'],
    sorted.map(({ meter, month, credits }) => [meter, month, credits, nowMs]),
    sql`ON CONFLICT (month, meter) DO UPDATE SET used = credit_usage.used + excluded.used, changed_ms = excluded.changed_ms
      RETURNING meter, month, used`,
  )
}

export function saveLastUse(uses: readonly LastUse[]): Statement[] {
  const sorted = [...uses].sort((a, b) => compare(a.keyId, b.keyId))
  return insertRows(
    'key_last_use',
    ['key_id', 'used_ms'],
    sorted.map(({ keyId, usedMs }) => [keyId, usedMs]),
    sql`ON CONFLICT (key_id) DO UPDATE SET used_ms = excluded.used_ms WHERE excluded.used_ms > key_last_use.used_ms`,
  )
}

export function listUsage(
  database: Database,
  month: string,
  changedSinceMs: number,
): Promise<{ meter: string; used: number }[]> {
  const text = sql`SELECT meter, used FROM credit_usage WHERE month = $1 AND changed_ms >= $2`
  return query(database, text, [month, changedSinceMs])
}
