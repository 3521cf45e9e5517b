import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, query } from './database.ts'

const LEASE_MS = 30_000
const RENEW_MS = 5_000
const RETRY_MS = 200

/** Runs work while no other process holds the lease. Time is the machine's, even in replays. */
export async function withLease<T>(
  database: Database,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const holder = randomUUID()
  while (!(await take(database, name, holder))) await sleep(RETRY_MS)
  return hold(database, { name, holder }, work)
}

/** The same without waiting: `undefined` while another process holds the lease. */
export async function tryWithLease<T>(
  database: Database,
  name: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const holder = randomUUID()
  return (await take(database, name, holder)) ? hold(database, { name, holder }, work) : undefined
}

async function hold<T>(
  database: Database,
  { name, holder }: { name: string; holder: string },
  work: () => Promise<T>,
): Promise<T> {
  const renewal = setInterval(
    () => void take(database, name, holder).catch(() => undefined),
    RENEW_MS,
  )
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await query(database, 'DELETE FROM leases WHERE name = $1 AND holder = $2', [name, holder])
  }
}

/** True when the lease is this holder's: it was free, had run out, or is renewed. */
async function take(database: Database, name: string, holder: string): Promise<boolean> {
  const nowMs = Date.now()
  const rows = await query(
    database,
    `INSERT INTO leases (name, holder, expires_ms) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_ms = excluded.expires_ms
     WHERE leases.expires_ms < $4 OR leases.holder = excluded.holder RETURNING holder`,
    [name, holder, nowMs + LEASE_MS, nowMs],
  )
  return rows.length > 0
}
