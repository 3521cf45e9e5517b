import { randomUUID } from 'node:crypto'
import type { Counter } from './credit-ledger.ts'
import type { Row } from './database.ts'
import type { AccountsParts } from './parts.ts'
import { type CreditBatch, countBatch, isCounted } from './unsent-credits.ts'
import { addUsage, saveLastUse, type UsageChange } from './usage-store.ts'

const RETRY_MS = 250

interface Doubtful {
  batch: CreditBatch
  counters: Counter[]
}

/** Writes what was counted: SQLite at the end of the turn, PostgreSQL one batch at a time. */
export class WriteBehind {
  readonly #parts: AccountsParts
  /** Names this process to a database that others write too. */
  readonly #writer = randomUUID()
  #sentBatches = 0
  /** Sent, and not known to be counted: until it is, no other is sent. */
  #inDoubt: Doubtful | undefined
  #isScheduled = false
  #isStopped = false
  #retry: NodeJS.Timeout | undefined

  constructor(parts: AccountsParts) {
    this.#parts = parts
  }

  /** Something was counted: it will be written at the end of this turn of the event loop. */
  schedule(): void {
    if (this.#isScheduled || this.#isStopped || this.#retry !== undefined) return
    this.#isScheduled = true
    setImmediate(() => void this.#writeScheduled())
  }

  flush(): Promise<void> {
    return this.#parts.exclusively(() => this.#write())
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#retry)
  }

  /** What the database has not taken, or not said that it took. */
  listUnsent(): CreditBatch[] {
    const changes = toChanges(this.#parts.ledger.takePending())
    const batch = { writer: this.#writer, batch: this.#sentBatches + 1, changes }
    return [...(this.#inDoubt ? [this.#inDoubt.batch] : []), ...(changes.length ? [batch] : [])]
  }

  async #writeScheduled(): Promise<void> {
    const { database, ledger, ring, onProblem } = this.#parts
    try {
      // Nothing else runs between two turns, so a local write need not queue and is done before the
      // next request is read. Until a remote one ends the next batch gathers.
      await (database.runNow === undefined ? this.flush() : this.#write())
      this.#isScheduled = false
      if (ledger.hasPending || ring.hasUses) this.schedule()
    } catch (error) {
      this.#isScheduled = false
      onProblem(error)
      if (this.#isStopped) return
      this.#retry = setTimeout(() => {
        this.#retry = undefined
        this.schedule()
      }, RETRY_MS).unref()
    }
  }

  async #write(): Promise<void> {
    const { runNow } = this.#parts.database
    if (runNow === undefined) await this.#writeRemote()
    else this.#writeLocal(runNow)
  }

  #writeLocal(runNow: NonNullable<AccountsParts['database']['runNow']>): void {
    const { ledger, ring, clock } = this.#parts
    const [counters, uses] = [ledger.takePending(), ring.takeUses()]
    const usage = addUsage(toChanges(counters), clock.nowMs())
    const statements = [...usage, ...saveLastUse(uses)]
    if (statements.length === 0) return
    try {
      this.#settle(counters, runNow(statements).slice(0, usage.length))
    } catch (error) {
      ledger.putBack(counters)
      ring.putBackUses(uses)
      throw error
    }
  }

  /** A batch whose response was lost is sent again under its number, so that it counts once. */
  async #writeRemote(): Promise<void> {
    const { database, ledger, ring } = this.#parts
    if (this.#inDoubt !== undefined) await this.#resend(this.#inDoubt)
    const [counters, uses] = [ledger.takePending(), ring.takeUses()]
    try {
      const changes = toChanges(counters)
      if (changes.length > 0) {
        const batch = { writer: this.#writer, batch: ++this.#sentBatches, changes }
        this.#inDoubt = { batch, counters }
        await this.#send(this.#inDoubt)
      }
      // Not in the transaction of the credits, whose rows other machines are waiting for.
      const statements = saveLastUse(uses)
      if (statements.length > 0) await database.run(statements)
    } catch (error) {
      ring.putBackUses(uses)
      throw error
    }
  }

  async #resend(doubtful: Doubtful): Promise<void> {
    if (!(await isCounted(this.#parts.database, doubtful.batch))) return this.#send(doubtful)
    this.#settle(doubtful.counters, [])
    this.#inDoubt = undefined
  }

  async #send({ batch, counters }: Doubtful): Promise<void> {
    const { database, clock } = this.#parts
    this.#settle(counters, await database.run(countBatch(batch, clock.nowMs())))
    this.#inDoubt = undefined
  }

  #settle(counters: readonly Counter[], responses: readonly Row[][]): void {
    const stored = new Map<string, number>()
    for (const row of responses.flat()) stored.set(`${row.month} ${row.meter}`, Number(row.used))
    this.#parts.ledger.settle(counters, ({ month, meter }) => stored.get(`${month} ${meter}`))
  }
}

/** One change per row, which SQL wants: a clock that is set back makes two counters of a month. */
function toChanges(counters: readonly Counter[]): UsageChange[] {
  const changes = new Map<string, UsageChange>()
  for (const { meter, month, sent } of counters) {
    const change = changes.get(`${month} ${meter}`)
    if (change === undefined) changes.set(`${month} ${meter}`, { meter, month, credits: sent })
    else change.credits += sent
  }
  return [...changes.values()]
}
