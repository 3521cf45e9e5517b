import { type Database, insertRows, query } from '../accounts/database.ts'
import { afterRun, type FollowEvent, idOf, parseEventId } from '../follow/event.ts'
import { sql } from '../lib/sql.ts'
import type { Delivery, DeliveryState } from './hook.ts'

/** Sorts the commit behind the other events of its run. */
const LAST_PART = 2_147_483_647
const COLUMNS = ['hook', 'run', 'part', 'event', 'body', 'queued_ms', 'state', 'attempts']
const ONCE = sql`ON CONFLICT (hook, run, part) DO NOTHING`
const DELIVERIES = sql`SELECT hook, run, part, event, body, queued_ms AS "queuedMs", state, attempts, last_ms AS "lastMs", last_error AS "lastError"
  FROM hook_deliveries`

type StoredDelivery = Omit<Delivery, 'eventId'> & { run: number; part: number }

/** Queues events and moves the hook's position, both or neither. Repeating it changes nothing. */
export async function queueEvents(
  database: Database,
  hook: string,
  { events, positionRun, nowMs }: { events: FollowEvent[]; positionRun: number; nowMs: number },
): Promise<void> {
  const move = {
    text: sql`UPDATE hooks SET position_run = $2 WHERE id = $1 AND (position_run IS NULL OR position_run < $2)`,
    values: [hook, positionRun],
  }
  const rows = events.map(({ position: { run, part }, name, text }) => [
    ...[hook, run, Math.min(part, LAST_PART), name, text, nowMs, 'pending', 0],
  ])
  const inserts = insertRows('hook_deliveries', COLUMNS, rows, ONCE)
  await database.run([...inserts, move])
}

/** The oldest one of a hook that waits. */
export async function findNext(database: Database, hook: string): Promise<Delivery | undefined> {
  const rows = await query<StoredDelivery>(
    database,
    sql`${DELIVERIES} WHERE hook = $1 AND state = 'pending' ORDER BY run, part LIMIT 1`,
    [hook],
  )
  return rows.map(toDelivery)[0]
}

export async function recordAttempt(
  database: Database,
  delivery: Delivery,
  { nowMs, error }: { nowMs: number; error: string | null },
): Promise<void> {
  const { run, part } = placeOf(delivery.eventId)
  await query(
    database,
    sql`UPDATE hook_deliveries SET attempts = attempts + 1, last_ms = $4, last_error = $5, state = $6
     WHERE hook = $1 AND run = $2 AND part = $3`,
    [delivery.hook, run, part, nowMs, error, error === null ? 'delivered' : 'pending'],
  )
}

/** Gives up what was queued before a time. Returns how many. */
export async function giveUp(database: Database, hook: string, beforeMs: number): Promise<number> {
  const rows = await query(
    database,
    sql`UPDATE hook_deliveries SET state = 'dead' WHERE hook = $1 AND state = 'pending' AND queued_ms <= $2 RETURNING run`,
    [hook, beforeMs],
  )
  return rows.length
}

/** Queues again what was given up, with a day from now. Returns how many. */
export async function reviveDead(database: Database, hook: string, nowMs: number): Promise<number> {
  const [revived = []] = await database.run([
    {
      text: sql`UPDATE hook_deliveries SET state = 'pending', queued_ms = $2 WHERE hook = $1 AND state = 'dead' RETURNING run`,
      values: [hook, nowMs],
    },
    { text: sql`UPDATE hooks SET failures = 0, next_ms = 0 WHERE id = $1`, values: [hook] },
  ])
  return revived.length
}

/** Removes what was settled long ago, and what waits for a hook that is gone. */
export async function removeOld(
  database: Database,
  { deliveredBeforeMs, deadBeforeMs }: { deliveredBeforeMs: number; deadBeforeMs: number },
): Promise<void> {
  await query(
    database,
    sql`DELETE FROM hook_deliveries WHERE (state = 'delivered' AND last_ms < $1) OR (state = 'dead' AND queued_ms < $2)
       OR hook NOT IN (SELECT id FROM hooks)`,
    [deliveredBeforeMs, deadBeforeMs],
  )
}

/** The newest first. */
export async function listDeliveries(
  database: Database,
  { hook, state, limit }: { hook?: string | undefined; state?: string | undefined; limit: number },
): Promise<Delivery[]> {
  const rows = await query<StoredDelivery>(
    database,
    sql`${DELIVERIES} WHERE (hook = $1 OR $1 = '') AND (state = $2 OR $2 = '')
     ORDER BY queued_ms DESC, run DESC, part DESC, hook LIMIT $3`,
    [hook ?? '', state ?? '', limit],
  )
  return rows.map(toDelivery)
}

/** How many deliveries of each hook are in each state. */
export async function countDeliveries(
  database: Database,
): Promise<Map<string, Record<DeliveryState, number>>> {
  const rows = await query<{ hook: string; state: DeliveryState; deliveries: number }>(
    database,
    sql`SELECT hook, state, COUNT(*) AS deliveries FROM hook_deliveries GROUP BY hook, state`,
  )
  const counts = new Map<string, Record<DeliveryState, number>>()
  for (const { hook, state, deliveries } of rows) {
    const known = counts.get(hook) ?? { pending: 0, delivered: 0, dead: 0 }
    counts.set(hook, { ...known, [state]: deliveries })
  }
  return counts
}

function toDelivery({ run, part, ...delivery }: StoredDelivery): Delivery {
  const position = part === LAST_PART ? afterRun(run) : { run, part }
  return { ...delivery, eventId: idOf(position) }
}

function placeOf(eventId: string): { run: number; part: number } {
  const { run, part } = parseEventId(eventId, 'id')
  return { run, part: Math.min(part, LAST_PART) }
}
