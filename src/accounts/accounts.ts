import type { Clock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import { reasonOf } from '../lib/reason-of.ts'
import { withinMs } from '../lib/within-ms.ts'
import { CreditLedger, type Usage } from './credit-ledger.ts'
import type { Database } from './database.ts'
import { createKey, type KeyWithText, type NewKey, revokeKey, rotateKey } from './key-changes.ts'
import { type FoundKey, KeyRing } from './key-ring.ts'
import { type AccountKey, listRecords } from './key-store.ts'
import { type Lease, tryWithLease, withLease } from './lease.ts'
import type { AccountsParts } from './parts.ts'
import { Refresher } from './refresher.ts'
import { RouteUsage, type RouteUse } from './route-usage.ts'
import { migrate } from './schema.ts'
import { openSqlite } from './sqlite.ts'
import { saveUnsent, sendUnsent } from './unsent-credits.ts'
import { WriteBehind } from './write-behind.ts'

export type { Usage } from './credit-ledger.ts'
export type { NewKey } from './key-changes.ts'
export type { AccountKey } from './key-store.ts'
export type { RouteUse } from './route-usage.ts'

const REFRESH_MS = 500
// Together well within the time a process has to end after a signal.
const MAX_FLUSH_MS = 1_500
const MAX_CLOSE_MS = 500

export interface AccountsOptions {
  /** `postgres://…`; SQLite in `dataDir` without one. */
  url: string | undefined
  dataDir: string
  clock: Clock
  defaults: { ratePerMinute: number; creditsPerMonth: number }
  refreshMs?: number
  /** How long a lease lasts without a renewal. */
  leaseMs?: number
  /** Called when the database fails in the background; counting goes on in memory. */
  onProblem?: (error: unknown) => void
  /** Told what it could not write at the end; without it, `onProblem` is. */
  onUnsent?: (error: Error) => void
}

export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { url, dataDir, clock, onProblem = () => {} } = options
  const database = await openDatabase(url, dataDir, onProblem)
  try {
    await migrate(database)
    await sendUnsent(database, dataDir, clock.nowMs())
    const accounts = new Accounts(database, { ...options, onProblem })
    await accounts.start()
    return accounts
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openDatabase(
  url: string | undefined,
  dataDir: string,
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

/** Keys, credits and their use. */
export class Accounts {
  /** For what else is stored beside the keys, such as hooks. */
  readonly database: Database
  readonly #options: AccountsOptions
  readonly #parts: AccountsParts
  readonly #refresher: Refresher
  readonly #writeBehind: WriteBehind
  readonly #routeUsage: RouteUsage
  #closing: Promise<void> | undefined

  constructor(
    database: Database,
    options: AccountsOptions & Required<Pick<AccountsOptions, 'onProblem'>>,
  ) {
    const { clock, onProblem } = options
    const [ring, ledger] = [new KeyRing(), new CreditLedger(clock)]
    this.database = database
    this.#options = options
    this.#parts = { database, ring, ledger, clock, exclusively: createQueue(), onProblem }
    this.#refresher = new Refresher(this.#parts)
    this.#writeBehind = new WriteBehind(this.#parts)
    this.#routeUsage = new RouteUsage(this.#parts)
  }

  /** Reads what is stored, and from then on what other processes change, every `refreshMs`. */
  async start(): Promise<void> {
    await this.#refresher.refresh()
    this.#refresher.start(this.#options.refreshMs ?? REFRESH_MS)
  }

  /** From memory; the text itself is never kept. */
  findKey(text: string): FoundKey {
    return this.#parts.ring.find(text, this.#parts.clock.nowMs())
  }

  /** The same by id, for what was given out in the name of a key. */
  findKeyById(id: string): FoundKey {
    const { ring, clock } = this.#parts
    return ring.check(ring.findById(id), clock.nowMs())
  }

  /** Of the current UTC month. */
  usage(key: AccountKey): Usage {
    const { ring, ledger } = this.#parts
    return ledger.usage(ring.meterOf(key), key.creditsPerMonth)
  }

  /** Counts one credit; `exhausted` when none is left, and then nothing is counted. */
  spend(key: AccountKey): Usage | 'exhausted' {
    const { ring, ledger, clock } = this.#parts
    const usage = ledger.spend(ring.meterOf(key), key.creditsPerMonth)
    if (usage === 'exhausted') return usage
    ring.markUsed(key, clock.nowMs())
    this.#writeBehind.schedule()
    return usage
  }

  /** Remembers what a key asked for; `credits` is what it cost. */
  countUse({ id }: AccountKey, operation: string, credits: number): void {
    this.#routeUsage.count(id, operation, credits)
  }

  /** Use by day, key and operation since a day (`YYYY-MM-DD`), the newest first. */
  listUse(sinceDay: string, keyId?: string): Promise<RouteUse[]> {
    return this.#routeUsage.list(sinceDay, keyId)
  }

  createKey(options: NewKey): Promise<KeyWithText> {
    return createKey(this.#keyParts, this.#options.defaults, options)
  }

  async listKeys(): Promise<AccountKey[]> {
    await this.#writeBehind.flush()
    const records = await listRecords(this.database, -1)
    return records.map((record) => record.key).sort((a, b) => a.createdAtMs - b.createdAtMs)
  }

  /** The old key stays valid for `overlapSec`; the new one has its limits and its credits. */
  rotateKey(idOrName: string, { overlapSec }: { overlapSec: number }): Promise<KeyWithText> {
    return rotateKey(this.#keyParts, idOrName, overlapSec)
  }

  revokeKey(idOrName: string): Promise<AccountKey> {
    return revokeKey(this.#keyParts, idOrName)
  }

  /** Reads what other processes changed; it also happens by itself. */
  refresh(): Promise<void> {
    return this.#refresher.refresh()
  }

  /** Runs work while no process of this accounts database does; `holder` is told to the next. */
  alone<T>(name: string, work: (lease: Lease) => Promise<T>, holder?: string): Promise<T> {
    const { leaseMs } = this.#options
    return withLease({ database: this.database, name, leaseMs, holder }, work)
  }

  /** The same without waiting: `undefined` while another process works under that name. */
  tryAlone<T>(name: string, work: (lease: Lease) => Promise<T>): Promise<T | undefined> {
    const { leaseMs } = this.#options
    return tryWithLease({ database: this.database, name, leaseMs }, work)
  }

  /** Writes now what was counted; fails when the database does. */
  flush(): Promise<void> {
    return this.#writeBehind.flush()
  }

  /** Flushes; a second call does nothing more. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  get #keyParts() {
    return { ...this.#parts, refreshKeys: () => this.#refresher.refreshKeys() }
  }

  async #close(): Promise<void> {
    this.#refresher.stop()
    this.#writeBehind.stop()
    this.#routeUsage.stop()
    let failure: string | undefined = 'it does not answer'
    const flushing = this.#flushAll().then((reason) => {
      failure = reason
    })
    await withinMs(MAX_FLUSH_MS, flushing)
    if (failure !== undefined) this.#keepUnsent(failure)
    const closing = this.#parts.exclusively(() => this.database.close())
    await withinMs(MAX_CLOSE_MS, closing)
  }

  /** Resolves to what went wrong. */
  async #flushAll(): Promise<string | undefined> {
    try {
      await this.#writeBehind.flush()
      await this.#routeUsage.flush()
      return undefined
    } catch (error) {
      return reasonOf(error)
    }
  }

  #keepUnsent(reason: string): void {
    const { dataDir, onUnsent = this.#parts.onProblem } = this.#options
    const batches = this.#writeBehind.listUnsent()
    const credits = batches
      .flatMap(({ changes }) => changes)
      .reduce((sum, one) => sum + one.credits, 0)
    if (batches.length > 0) saveUnsent(dataDir, batches)
    onUnsent(
      new Error(
        `The accounts database failed at the end (${reason}); ${credits} credits are saved in the data directory and counted at the next start.`,
      ),
    )
  }
}

/** Runs tasks one after another, in the order they were given. */
function createQueue(): AccountsParts['exclusively'] {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}
