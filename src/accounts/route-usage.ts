import type { Clock } from '../lib/clock.ts'
import { sql } from '../lib/sql.ts'
import { type Database, placeholders, query, type Statement, type Value } from './database.ts'

const WRITE_MS = 5_000
const INSERT_BATCH_SIZE = 100
/** Counts in memory while the database does not answer; beyond them new ones are not begun. */
const MAX_PENDING = 50_000
const KEEP_DAYS = 400
const DAY_MS = 86_400_000

/** What one key asked of one operation on one UTC day. */
export interface RouteUse {
  day: string
  keyId: string
  operation: string
  requests: number
  credits: number
}

export interface RouteUsage {
  count(keyId: string, operation: string, credits: number): void
  /** From a day on, the newest day first; of one key, or of all. */
  list(sinceDay: string, keyId: string | undefined): Promise<RouteUse[]>
  flush(): Promise<void>
  stop(): void
}

interface Parts {
  database: Database
  clock: Clock
  onProblem: (error: unknown) => void
}

/** Counts use by key, operation and day in memory and writes it every few seconds. */
export function createRouteUsage({ database, clock, onProblem }: Parts): RouteUsage {
  let pending = new Map<string, RouteUse>()
  let timer: NodeJS.Timeout | undefined
  let prunedDay = ''
  let isStopped = false

  function count(keyId: string, operation: string, credits: number): void {
    const day = dayOf(clock.nowMs())
    const place = `${day} ${keyId} ${operation}`
    const known = pending.get(place)
    if (known !== undefined) {
      known.requests++
      known.credits += credits
    } else if (pending.size < MAX_PENDING)
      pending.set(place, { day, keyId, operation, requests: 1, credits })
    if (!isStopped) timer ??= setTimeout(() => void flush().catch(onProblem), WRITE_MS).unref()
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const taken = pending
    pending = new Map()
    if (taken.size === 0) return
    const today = dayOf(clock.nowMs())
    const prune =
      prunedDay === today ? [] : [removeBefore(dayOf(clock.nowMs() - KEEP_DAYS * DAY_MS))]
    try {
      await database.run([...addUse([...taken.values()]), ...prune])
      prunedDay = today
    } catch (error) {
      putBack(taken)
      throw error
    }
  }

  function putBack(taken: ReadonlyMap<string, RouteUse>): void {
    const newer = pending
    pending = new Map(taken)
    for (const [place, use] of newer) {
      const known = pending.get(place)
      if (known === undefined) pending.set(place, use)
      else {
        known.requests += use.requests
        known.credits += use.credits
      }
    }
  }

  return {
    count,
    flush,
    async list(sinceDay, keyId) {
      await flush()
      return listUse(database, sinceDay, keyId)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function addUse(uses: readonly RouteUse[]): Statement[] {
  // One order in every process: two that touch the same rows wait instead of deadlocking.
  const sorted = [...uses].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  const statements: Statement[] = []
  for (let start = 0; start < sorted.length; start += INSERT_BATCH_SIZE) {
    const batch = sorted.slice(start, start + INSERT_BATCH_SIZE)
    statements.push({
      text: sql`INSERT INTO key_usage (day, key_id, operation, requests, credits) VALUES ${placeholders(batch.length, 5)}
        ON CONFLICT (day, key_id, operation) DO UPDATE SET requests = key_usage.requests + excluded.requests, credits = key_usage.credits + excluded.credits`,
      values: batch.flatMap((use): Value[] => [
        use.day,
        use.keyId,
        use.operation,
        use.requests,
        use.credits,
      ]),
    })
  }
  return statements
}

async function listUse(
  database: Database,
  sinceDay: string,
  keyId: string | undefined,
): Promise<RouteUse[]> {
  const rows = await query(
    database,
    sql`SELECT day, key_id, operation, requests, credits FROM key_usage WHERE day >= $1 AND (key_id = $2 OR $2 = '')
     ORDER BY day DESC, requests DESC, key_id, operation`,
    [sinceDay, keyId ?? ''],
  )
  return rows.map((row) => ({
    day: String(row.day),
    keyId: String(row.key_id),
    operation: String(row.operation),
    requests: Number(row.requests),
    credits: Number(row.credits),
  }))
}

function removeBefore(day: string): Statement {
  return { text: sql`DELETE FROM key_usage WHERE day < $1`, values: [day] }
}

function placeOf({ day, keyId, operation }: RouteUse): string {
  return `${day} ${keyId} ${operation}`
}

/** `YYYY-MM-DD`, UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
