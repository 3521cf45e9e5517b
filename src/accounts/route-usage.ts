import { sql } from '../lib/sql.ts'
import { insertRows, query, type Statement } from './database.ts'
import { dayOf } from './month.ts'
import type { AccountsParts } from './parts.ts'

const WRITE_MS = 5_000
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

/** Counts use by key, operation and day in memory and writes it every few seconds. */
export class RouteUsage {
  readonly #parts: AccountsParts
  #pending = new Map<string, RouteUse>()
  #timer: NodeJS.Timeout | undefined
  #prunedDay = ''
  #isStopped = false

  constructor(parts: AccountsParts) {
    this.#parts = parts
  }

  count(keyId: string, operation: string, credits: number): void {
    const { clock, onProblem } = this.#parts
    const day = dayOf(clock.nowMs())
    this.#add({ day, keyId, operation, requests: 1, credits }, MAX_PENDING)
    if (this.#isStopped) return
    this.#timer ??= setTimeout(() => void this.flush().catch(onProblem), WRITE_MS).unref()
  }

  /** From a day on, the newest day first; of one key, or of all. */
  async list(sinceDay: string, keyId = ''): Promise<RouteUse[]> {
    await this.flush()
    return query(
      this.#parts.database,
      sql`SELECT day, key_id AS "keyId", operation, requests, credits FROM key_usage WHERE day >= $1 AND (key_id = $2 OR $2 = '')
       ORDER BY day DESC, requests DESC, key_id, operation`,
      [sinceDay, keyId],
    )
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const taken = this.#pending
    this.#pending = new Map()
    if (taken.size === 0) return
    const { database, clock } = this.#parts
    const nowMs = clock.nowMs()
    const today = dayOf(nowMs)
    const prune = this.#prunedDay === today ? [] : [removeBefore(dayOf(nowMs - KEEP_DAYS * DAY_MS))]
    try {
      await database.run([...addUse([...taken.values()]), ...prune])
      this.#prunedDay = today
    } catch (error) {
      const newer = this.#pending
      this.#pending = taken
      for (const use of newer.values()) this.#add(use, Number.POSITIVE_INFINITY)
      throw error
    }
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #add(use: RouteUse, maxPending: number): void {
    const known = this.#pending.get(placeOf(use))
    if (known !== undefined) {
      known.requests += use.requests
      known.credits += use.credits
    } else if (this.#pending.size < maxPending) this.#pending.set(placeOf(use), use)
  }
}

function addUse(uses: readonly RouteUse[]): Statement[] {
  // One order in every process: two that touch the same rows wait instead of deadlocking.
  const sorted = [...uses].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  return insertRows(
    'key_usage',
    ['day', 'key_id', 'operation', 'requests', 'credits'],
    sorted.map((use) => [use.day, use.keyId, use.operation, use.requests, use.credits]),
    sql`ON CONFLICT (day, key_id, operation) DO UPDATE SET requests = key_usage.requests + excluded.requests, credits = key_usage.credits + excluded.credits`,
  )
}

function removeBefore(day: string): Statement {
  return { text: sql`DELETE FROM key_usage WHERE day < $1`, values: [day] }
}

function placeOf({ day, keyId, operation }: RouteUse): string {
  return `${day} ${keyId} ${operation}`
}
