import { type Database, query, type Row } from '../accounts/database.ts'
import { EVENT_NAMES, type EventFilter, type EventName } from '../follow/event.ts'
import { sql } from '../lib/sql.ts'
import type { Hook } from './hook.ts'

export async function insertHook(database: Database, hook: Hook): Promise<void> {
  await query(
    database,
    sql`INSERT INTO hooks (id, url, events, facts, allow_private, secret, created_ms, failures, next_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0)`,
    [
      hook.id,
      hook.url,
      [...hook.filter.events].join(','),
      [...hook.filter.facts].join(','),
      hook.allowPrivate ? 1 : 0,
      hook.secret,
      hook.createdMs,
    ],
  )
}

export async function listHooks(database: Database): Promise<Hook[]> {
  const rows = await query(database, sql`SELECT * FROM hooks ORDER BY created_ms, id`)
  return rows.map(toHook)
}

/** Also what waits for it. False: there is none of this id. */
export async function removeHook(database: Database, id: string): Promise<boolean> {
  const [removed = []] = await database.run([
    { text: sql`DELETE FROM hooks WHERE id = $1 RETURNING id`, values: [id] },
    { text: sql`DELETE FROM hook_deliveries WHERE hook = $1`, values: [id] },
  ])
  return removed.length > 0
}

/** When the next attempt may be made, after `failures` in a row. */
export async function setNextAttempt(
  database: Database,
  id: string,
  { failures, nextMs }: { failures: number; nextMs: number },
): Promise<void> {
  await query(database, sql`UPDATE hooks SET failures = $2, next_ms = $3 WHERE id = $1`, [
    id,
    failures,
    nextMs,
  ])
}

function toHook(row: Row): Hook {
  return {
    id: String(row.id),
    url: String(row.url),
    filter: toFilter(String(row.events), String(row.facts)),
    allowPrivate: Number(row.allow_private) === 1,
    secret: String(row.secret),
    createdMs: Number(row.created_ms),
    positionRun: row.position_run === null ? null : Number(row.position_run),
    failures: Number(row.failures),
    nextMs: Number(row.next_ms),
  }
}

function toFilter(events: string, facts: string): EventFilter {
  const named = new Set<string>(events.split(','))
  return {
    events: new Set<EventName>(EVENT_NAMES.filter((name) => named.has(name))),
    facts: new Set(facts.split(',').filter((name) => name !== '')),
  }
}
