import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '../lib/errors.ts'
import { LeaseLostError, UndecidedError } from '../lib/lease-errors.ts'
import { reasonOf } from '../lib/reason-of.ts'
import { type Sql, sql } from '../lib/sql.ts'
import type { HeldLock } from '../store/writer-lock.ts'
import { type Database, query } from './database.ts'

export interface LeaseOptions {
  database: Database
  name: string
  /** How long a lease lasts without a renewal. */
  leaseMs?: number | undefined
  /** Names the process to its successor, which may have to end what it left running. */
  holder?: string | undefined
}

/** What work under a lease is given: the lock of whoever writes to the store is one. */
export type Lease = HeldLock

type Work<T> = (lease: Lease) => Promise<T>

/** Less than the 15 s in which another process takes over, with time to notice. */
const LEASE_MS = 10_000
const RETRY_MS = 200
const MAX_RELEASE_MS = 2_000

/** Runs work while no other process holds the lease. Time is that of the database. */
export async function withLease<T>(options: LeaseOptions, work: Work<T>): Promise<T> {
  for (;;) {
    const taken = await take(options)
    if (taken !== undefined) return hold(options, taken, work)
    await sleep(RETRY_MS)
  }
}

/** The same without waiting: `undefined` while another process holds the lease. */
export async function tryWithLease<T>(
  options: LeaseOptions,
  work: Work<T>,
): Promise<T | undefined> {
  const taken = await take(options)
  return taken === undefined ? undefined : hold(options, taken, work)
}

interface Taken {
  token: number
  before: Lease['before']
  /** When it was requested, by the clock of this process that no one sets. */
  sinceMs: number
}

interface LeaseRow {
  token: number
  previous: string | null
  from: number
  to: number
  decided: number
}

async function take({ database, name, ...options }: LeaseOptions): Promise<Taken | undefined> {
  const { leaseMs = LEASE_MS, holder = randomUUID() } = options
  const nowSql = database.nowMsSql
  const sinceMs = performance.now()
  // A first token is the time, so that tokens rise even if the row is deleted in between.
  const [row] = await query<LeaseRow>(
    database,
    sql`INSERT INTO leases (name, holder, expires_ms, token) VALUES ($1, $2, ${nowSql} + $3, ${nowSql})
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_ms = excluded.expires_ms,
       token = leases.token + 1, previous = leases.holder
     WHERE leases.expires_ms <= ${nowSql} RETURNING token, previous, run_from AS "from", run_to AS "to", decided`,
    [name, holder, leaseMs],
  )
  if (row === undefined) return undefined
  const { token, previous: holderBefore, from, to, decided } = row
  const runs = { from, to, isDecided: decided === 1 }
  return { token, before: { holder: holderBefore, runs }, sinceMs }
}

async function hold<T>(options: LeaseOptions, taken: Taken, work: Work<T>): Promise<T> {
  const { database, name, leaseMs = LEASE_MS } = options
  const lost = new AbortController()
  const done = new AbortController()
  const lose = (why: string) => {
    if (!done.signal.aborted) lost.abort(new LeaseLostError(name, why))
  }
  let untilMs = taken.sinceMs + leaseMs
  const check = () => {
    if (performance.now() >= untilMs) lose('it ran out before it was renewed')
    lost.signal.throwIfAborted()
  }
  const renewed = (sentMs: number) => {
    untilMs = sentMs + leaseMs
  }
  const renewing = keepRenewing({ ...options, leaseMs }, taken.token, {
    renewed,
    lose,
    stop: AbortSignal.any([lost.signal, done.signal]),
  })
  const { token, before } = taken
  try {
    const runs = holdRuns(database, { name, token, check })
    return await work({ token, before, lost: lost.signal, check, ...runs })
  } finally {
    done.abort()
    await renewing
    await release(database, name, token)
  }
}

interface Renewing {
  renewed(sentMs: number): void
  lose(why: string): void
  stop: AbortSignal
}

/** Renews at a third of the time; a renewal that fails for as long ends the holding at once. */
async function keepRenewing(
  { database, name, leaseMs }: LeaseOptions & { leaseMs: number },
  token: number,
  { renewed, lose, stop }: Renewing,
): Promise<void> {
  const everyMs = leaseMs / 3
  const pause = (ms: number) => sleep(ms, undefined, { signal: stop }).catch(() => undefined)
  let failingSinceMs: number | undefined
  for (;;) {
    await pause(failingSinceMs === undefined ? everyMs : Math.min(RETRY_MS, everyMs / 2))
    if (stop.aborted) return
    const sentMs = performance.now()
    // A database that does not answer must not keep the holder from noticing.
    const late = setTimeout(() => lose('the accounts database does not answer'), everyMs)
    try {
      const [row] = await query(
        database,
        sql`UPDATE leases SET expires_ms = ${database.nowMsSql} + $3
         WHERE name = $1 AND token = $2 AND expires_ms > ${database.nowMsSql} RETURNING token`,
        [name, token, leaseMs],
      )
      if (row === undefined) return lose('it ran out, and may be held by another process')
      failingSinceMs = undefined
      renewed(sentMs)
    } catch (error) {
      failingSinceMs ??= sentMs
      if (performance.now() - failingSinceMs >= everyMs)
        return lose(`the accounts database failed (${reasonOf(error)})`)
    } finally {
      clearTimeout(late)
    }
  }
}

/** Gives the lease back; where the database cannot be reached it runs out by itself. */
async function release(database: Database, name: string, token: number): Promise<void> {
  const untilMs = performance.now() + MAX_RELEASE_MS
  for (;;) {
    try {
      const text = sql`UPDATE leases SET expires_ms = 0 WHERE name = $1 AND token = $2`
      return void (await query(database, text, [name, token]))
    } catch {
      if (performance.now() >= untilMs) return
      await sleep(RETRY_MS)
    }
  }
}

export interface LeaseState {
  name: string
  /** By the clock of the database, as for its holders: this machine's may be wrong. */
  isHeld: boolean
}

/** Every lease that was ever held, on this machine or another one. */
export async function listLeases(database: Database): Promise<LeaseState[]> {
  const held = sql`CASE WHEN expires_ms > ${database.nowMsSql} THEN 1 ELSE 0 END`
  const text = sql`SELECT name, ${held} AS held FROM leases ORDER BY name`
  const rows = await query<{ name: string; held: number }>(database, text)
  return rows.map((row) => ({ name: row.name, isHeld: row.held === 1 }))
}

/** Which runs a holder writes, on record for its successor. */
type RunsOfLease = Pick<HeldLock, 'claimRuns' | 'decideRuns' | 'isOnRecord'>

function holdRuns(
  database: Database,
  { name, token, check }: { name: string; token: number; check: () => void },
): RunsOfLease {
  const update = async (set: Sql, values: readonly number[]) => {
    const [row] = await query(
      database,
      sql`UPDATE leases SET ${set} WHERE name = $1 AND token = $2 AND expires_ms > ${database.nowMsSql} RETURNING token`,
      [name, token, ...values],
    )
    if (row === undefined)
      throw new LeaseLostError(name, 'it ran out, and may be held by another process')
  }
  return {
    claimRuns: async (from, to) => {
      check()
      await update(sql`run_from = $3, run_to = $4, decided = 0`, [from, to]).catch((error) => {
        if (error instanceof LeaseLostError) throw error
        throw new UsageError(
          `The accounts database does not answer (${reasonOf(error)}), so nothing was committed.`,
          { cause: error },
        )
      })
    },
    decideRuns: async () => {
      check()
      const decide = () => update(sql`decided = 1`, [])
      try {
        await decide()
      } catch (error) {
        if (error instanceof LeaseLostError) throw error
        await decideAgain(decide, check, error)
      }
    },
    isOnRecord: true,
  }
}

/** A response that was lost may have been yes, so from the first failure on it is in doubt. */
async function decideAgain(
  decide: () => Promise<void>,
  check: () => void,
  first: unknown,
): Promise<void> {
  for (;;) {
    await sleep(RETRY_MS)
    try {
      check()
      return await decide()
    } catch (error) {
      if (error instanceof LeaseLostError) throw inDoubt(first)
    }
  }
}

function inDoubt(failure: unknown): UndecidedError {
  return new UndecidedError(
    `The accounts database did not answer when the run was to be committed (${reasonOf(failure)}). ` +
      'The next run finds out: it keeps this one whole or takes it back. `almanac runs list` tells which.',
    { cause: failure },
  )
}
