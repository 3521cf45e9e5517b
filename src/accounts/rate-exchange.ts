import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { identifier, sql, statementText } from '../lib/sql.ts'
import type { SharedRateLimiter, Taken } from './rate-limit.ts'
import { packTaken, parseTaken } from './taken-message.ts'

const CHANNEL = 'almanac_rates'
/** A caller may pass its limit by what other machines let in during this time. */
const TELL_MS = 250
const RECONNECT_MS = 1_000
const TIMEOUT_MS = 5_000
const KEEP_ALIVE_MS = 10_000

export interface RateExchangeOptions {
  /** Of the PostgreSQL server that all machines share. */
  url: string
  limiter: Pick<SharedRateLimiter, 'drain' | 'add'>
  nowMs: () => number
  onProblem: (error: unknown) => void
}

export interface RateExchange {
  close(): Promise<void>
}

/** Tells other machines what was let in, by notifications; what cannot be told is dropped. */
export function exchangeRates(options: RateExchangeOptions): RateExchange {
  const { url, limiter, nowMs, onProblem } = options
  const sender = randomUUID()
  let client: pg.Client | undefined
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let telling: Promise<void> | undefined

  const lose = (lost: pg.Client, error: unknown): void => {
    if (isClosed || client !== lost) return
    client = undefined
    onProblem(error)
    lost.end().catch(() => undefined)
    retry = setTimeout(connect, RECONNECT_MS).unref()
  }

  function connect(): void {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    client = fresh
    fresh.on('error', (error) => lose(fresh, error))
    fresh.on('end', () => lose(fresh, new Error('the connection was closed')))
    fresh.on('notification', ({ payload = '' }) => {
      const taken = parseTaken(payload, { sender, nowMs: nowMs() })
      if (taken.length > 0) limiter.add(taken, nowMs())
    })
    fresh
      .connect()
      .then(() => fresh.query(statementText(sql`LISTEN ${identifier(CHANNEL)}`)))
      .catch((error) => lose(fresh, error))
  }

  async function tell(taken: readonly Taken[]): Promise<void> {
    const current = client
    if (current === undefined || taken.length === 0) return
    const messages = packTaken(taken, { sender, nowMs: nowMs() })
    try {
      const notify = 'SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text'
      await current.query(notify, [CHANNEL, messages])
    } catch (error) {
      lose(current, error)
    }
  }

  connect()
  const timer = setInterval(() => {
    telling ??= tell(limiter.drain()).finally(() => {
      telling = undefined
    })
  }, TELL_MS).unref()

  return {
    close: async () => {
      isClosed = true
      clearInterval(timer)
      clearTimeout(retry)
      await telling
      await client?.end().catch(() => undefined)
    },
  }
}
