import type { Clock } from '../lib/clock.ts'
import type { CreditLedger } from './credit-ledger.ts'
import type { Database } from './database.ts'
import type { KeyRing } from './key-ring.ts'
import { listRecords } from './key-store.ts'
import { listUsage } from './usage-store.ts'

/**
 * Rows are stamped by the clock of the machine that wrote them; this much difference between clocks
 * is allowed for.
 */
const CLOCK_SKEW_MS = 300_000

export interface Refresher {
  refresh(): Promise<void>
  refreshKeys(): Promise<void>
  start(everyMs: number): void
  stop(): void
}

interface Parts {
  database: Database
  ring: KeyRing
  ledger: CreditLedger
  clock: Clock
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  onProblem: (error: unknown) => void
}

/**
 * Brings into memory what other processes changed: keys by their revision, credits by the time of
 * their last change.
 */
export function createRefresher({
  database,
  ring,
  ledger,
  clock,
  exclusively,
  onProblem,
}: Parts): Refresher {
  let timer: NodeJS.Timeout | undefined
  let running = false
  let seenMark: number | undefined
  let loadedMonth: string | undefined
  let usageReadAtMs = 0

  async function readKeys(): Promise<void> {
    ring.update(await listRecords(database, ring.revision()))
  }

  async function readUsage(): Promise<void> {
    const nowMs = clock.nowMs()
    const { name } = ledger.month()
    const sinceMs = name === loadedMonth ? Math.min(usageReadAtMs, nowMs) - CLOCK_SKEW_MS : 0
    const rows = await listUsage(database, name, sinceMs)
    // Across a month's end the rows belong to a month that is over.
    if (ledger.month().name !== name) return
    for (const row of rows) ledger.correct(row.meter, row.used)
    loadedMonth = name
    usageReadAtMs = nowMs
  }

  async function readAll(): Promise<void> {
    // Taken before reading, so that a change during the read is looked at again.
    const mark = database.changeMark()
    await readKeys()
    await readUsage()
    seenMark = mark
  }

  async function poll(): Promise<void> {
    if (running) return
    running = true
    try {
      const mark = database.changeMark()
      if (mark === undefined || mark !== seenMark || ledger.month().name !== loadedMonth)
        await exclusively(readAll)
    } catch (error) {
      onProblem(error)
    } finally {
      running = false
    }
  }

  return {
    refresh: () => exclusively(readAll),
    refreshKeys: () => exclusively(readKeys),
    start(everyMs) {
      timer = setInterval(poll, everyMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}
