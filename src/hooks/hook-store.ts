import { type Database, query } from '../accounts/database.ts'
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

type StoredHook = Omit<Hook, 'filter' | 'allowPrivate'> &
  Record<'events' | 'facts', string> & { allowPrivate: number }

export async function listHooks(database: Database): Promise<Hook[]> {
  const rows = await query<StoredHook>(
    database,
    sql`SELECT id, url, events, facts, allow_private AS "allowPrivate", secret, created_ms AS "createdMs",
       position_run AS "positionRun", failures, next_ms AS "nextMs" FROM hooks ORDER BY created_ms, id`,
  )
  return rows.map(({ events, facts, allowPrivate, ...hook }) => ({
    ...hook,
    filter: toFilter(events, facts),
    allowPrivate: allowPrivate === 1,
  }))
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
  const text = sql`UPDATE hooks SET failures = $2, next_ms = $3 WHERE id = $1`
  await query(database, text, [id, failures, nextMs])
}

function toFilter(events: string, facts: string): EventFilter {
  const named = new Set<string>(events.split(','))
  return {
    events: new Set<EventName>(EVENT_NAMES.filter((name) => named.has(name))),
    facts: new Set(facts.split(',').filter((name) => name !== '')),
  }
}
