import type { Clock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import { reasonOf } from '../lib/reason-of.ts'
import { withinMs } from '../lib/within-ms.ts'
import { createCreditLedger, type Usage } from './credit-ledger.ts'
import type { Database } from './database.ts'
import { createKeyChanges, type KeyWithText, type NewKey } from './key-changes.ts'
import { createKeyRing, type FoundKey } from './key-ring.ts'
import { type AccountKey, listRecords } from './key-store.ts'
import { type Lease, tryWithLease, withLease } from './lease.ts'
import { createRefresher } from './refresher.ts'
import { createRouteUsage, type RouteUse } from './route-usage.ts'
import { migrate } from './schema.ts'
import { openSqlite } from './sqlite.ts'
import { saveUnsent, sendUnsent } from './unsent-credits.ts'
import { createWriteBehind } from './write-behind.ts'

export type { Usage } from './credit-ledger.ts'
export type { NewKey } from './key-changes.ts'
export type { AccountKey } from './key-store.ts'
export type { RouteUse } from './route-usage.ts'

const REFRESH_MS = 500
// Together well within the time a process has to end after a signal.
const MAX_FLUSH_MS = 1_500
const MAX_CLOSE_MS = 500

export interface Accounts {
  /** For what else is stored beside the keys, such as hooks. */
  readonly database: Database
  /** From memory; the text itself is never kept. */
  findKey(text: string): FoundKey
  /** The same by id, for what was given out in the name of a key. */
  findKeyById(id: string): FoundKey
  /** Of the current UTC month. */
  usage(key: AccountKey): Usage
  /** Counts one credit; `exhausted` when none is left, and then nothing is counted. */
  spend(key: AccountKey): Usage | 'exhausted'
  /** Remembers what a key asked for; `credits` is what it cost. */
  countUse(key: AccountKey, operation: string, credits: number): void
  /** Use by day, key and operation since a day (`YYYY-MM-DD`), the newest first. */
  listUse(sinceDay: string, keyId?: string): Promise<RouteUse[]>
  createKey(options: NewKey): Promise<KeyWithText>
  listKeys(): Promise<AccountKey[]>
  /**
   * The old key stays valid for `overlapSec`; the new one inherits its limits and goes on with its
   * credits.
   */
  rotateKey(idOrName: string, options: { overlapSec: number }): Promise<KeyWithText>
  revokeKey(idOrName: string): Promise<AccountKey>
  /** Reads what other processes changed; it also happens by itself every `refreshMs`. */
  refresh(): Promise<void>
  /**
   * Runs work while no other process, on any machine of the same accounts database, works under
   * that name. `holder` names this process to the next.
   */
  alone<T>(name: string, work: (lease: Lease) => Promise<T>, holder?: string): Promise<T>
  /** The same without waiting: `undefined` while another process works under that name. */
  tryAlone<T>(name: string, work: (lease: Lease) => Promise<T>): Promise<T | undefined>
  /** Writes now what was counted; fails when the database does. */
  flush(): Promise<void>
  /** Flushes; a second call does nothing more. */
  close(): Promise<void>
}

export interface AccountsOptions {
  /** `postgres://…`; SQLite in `dataDir` without one. */
  url: string | undefined
  dataDir: string
  clock: Clock
  defaults: { ratePerMinute: number; creditsPerMonth: number }
  refreshMs?: number
  /** How long a lease lasts without a renewal. */
  leaseMs?: number
  /**
   * Told when the database fails in the background; counting goes on in memory and is written when
   * it recovers.
   */
  onProblem?: (error: unknown) => void
  /** Told what it could not write at the end; without it, `onProblem` is. */
  onUnsent?: (error: Error) => void
}

export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const onProblem = options.onProblem ?? (() => {})
  const database = await openDatabase(options, onProblem)
  try {
    await migrate(database)
    return await assemble(database, options, onProblem)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openDatabase(
  { url, dataDir }: AccountsOptions,
  onProblem: (error: unknown) => void,
): Promise<Database> {
  if (url === undefined) return openSqlite(dataDir)
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new UsageError(
      'The accounts URL must start with postgres://; leave it out to keep accounts in the data directory.',
    )
  // Loaded only here, because most services need no PostgreSQL client.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(url, onProblem)
}

async function assemble(
  database: Database,
  options: AccountsOptions,
  onProblem: (error: unknown) => void,
): Promise<Accounts> {
  const { clock, defaults, leaseMs } = options
  const ring = createKeyRing()
  const ledger = createCreditLedger(clock)
  const exclusively = createQueue()
  const refresher = createRefresher({ database, ring, ledger, clock, exclusively, onProblem })
  const writeBehind = createWriteBehind({ database, ring, ledger, clock, exclusively, onProblem })
  const changes = createKeyChanges({
    database,
    ring,
    clock,
    defaults,
    refreshKeys: refresher.refreshKeys,
  })
  const routeUsage = createRouteUsage({ database, clock, onProblem })
  await sendUnsent(database, options.dataDir, clock.nowMs())
  await refresher.refresh()
  refresher.start(options.refreshMs ?? REFRESH_MS)
  let closing: Promise<void> | undefined

  async function close(): Promise<void> {
    refresher.stop()
    writeBehind.stop()
    routeUsage.stop()
    let failure: string | undefined = 'it does not answer'
    const flushing = flushAll().then((reason) => {
      failure = reason
    })
    await withinMs(MAX_FLUSH_MS, flushing)
    if (failure !== undefined) keepUnsent(failure)
    await withinMs(
      MAX_CLOSE_MS,
      exclusively(() => database.close()),
    )
  }

  /** Resolves to what went wrong. */
  async function flushAll(): Promise<string | undefined> {
    try {
      await writeBehind.flush()
      await routeUsage.flush()
      return undefined
    } catch (error) {
      return reasonOf(error)
    }
  }

  function keepUnsent(reason: string): void {
    const batches = writeBehind.listUnsent()
    const credits = batches
      .flatMap(({ changes }) => changes)
      .reduce((sum, one) => sum + one.credits, 0)
    if (batches.length > 0) saveUnsent(options.dataDir, batches)
    const tell = options.onUnsent ?? onProblem
    tell(
      new Error(
        `The accounts database failed at the end (${reason}); ${credits} credits are saved in the data directory and counted at the next start.`,
      ),
    )
  }

  return {
    database,
    findKey: (text) => ring.find(text, clock.nowMs()),
    findKeyById: (id) => ring.check(ring.findById(id), clock.nowMs()),
    usage: (key) => ledger.usage(ring.meterOf(key), key.creditsPerMonth),
    spend(key) {
      const usage = ledger.spend(ring.meterOf(key), key.creditsPerMonth)
      if (usage === 'exhausted') return usage
      ring.markUsed(key, clock.nowMs())
      writeBehind.schedule()
      return usage
    },
    countUse: ({ id }, operation, credits) => routeUsage.count(id, operation, credits),
    listUse: (sinceDay, keyId) => routeUsage.list(sinceDay, keyId),
    createKey: changes.create,
    async listKeys() {
      await writeBehind.flush()
      const records = await listRecords(database, -1)
      return records.map((record) => record.key).sort((a, b) => a.createdAtMs - b.createdAtMs)
    },
    rotateKey: changes.rotate,
    revokeKey: changes.revoke,
    refresh: refresher.refresh,
    alone: (name, work, holder) => withLease({ database, name, leaseMs, holder }, work),
    tryAlone: (name, work) => tryWithLease({ database, name, leaseMs }, work),
    flush: writeBehind.flush,
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** Runs tasks one after another, in the order they were given. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}
