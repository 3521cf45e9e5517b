import { listRecords } from './key-store.ts'
import type { AccountsParts } from './parts.ts'
import { listUsage } from './usage-store.ts'

/** Rows are stamped by the clocks of several machines, which may differ by as much. */
const CLOCK_SKEW_MS = 300_000

/** Reads what other processes changed: keys by their revision, credits by the time of change. */
export class Refresher {
  readonly #parts: AccountsParts
  #timer: NodeJS.Timeout | undefined
  #isPolling = false
  #seenMark: number | undefined
  #loadedMonth: string | undefined
  #usageReadAtMs = 0

  constructor(parts: AccountsParts) {
    this.#parts = parts
  }

  refresh(): Promise<void> {
    return this.#parts.exclusively(() => this.#readAll())
  }

  refreshKeys(): Promise<void> {
    return this.#parts.exclusively(() => this.#readKeys())
  }

  start(everyMs: number): void {
    this.#timer = setInterval(() => void this.#poll(), everyMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #readKeys(): Promise<void> {
    const { database, ring } = this.#parts
    ring.update(await listRecords(database, ring.revision))
  }

  async #readUsage(): Promise<void> {
    const { database, ledger, clock } = this.#parts
    const nowMs = clock.nowMs()
    const { name } = ledger.month()
    const isKnown = name === this.#loadedMonth
    const sinceMs = isKnown ? Math.min(this.#usageReadAtMs, nowMs) - CLOCK_SKEW_MS : 0
    const rows = await listUsage(database, name, sinceMs)
    // Across a month's end the rows belong to a month that is over.
    if (ledger.month().name !== name) return
    for (const row of rows) ledger.correct(row.meter, row.used)
    this.#loadedMonth = name
    this.#usageReadAtMs = nowMs
  }

  async #readAll(): Promise<void> {
    // Taken before reading, so that a change during the read is looked at again.
    const mark = this.#parts.database.changeMark()
    await this.#readKeys()
    await this.#readUsage()
    this.#seenMark = mark
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    const { database, ledger, onProblem } = this.#parts
    try {
      const mark = database.changeMark()
      const isChanged = mark === undefined || mark !== this.#seenMark
      if (isChanged || ledger.month().name !== this.#loadedMonth) await this.refresh()
    } catch (error) {
      onProblem(error)
    } finally {
      this.#isPolling = false
    }
  }
}
