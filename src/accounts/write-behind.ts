import { randomUUID } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'
import type { Counter, CreditLedger } from './credit-ledger.ts'
import type { Database, Row } from './database.ts'
import type { KeyRing } from './key-ring.ts'
import { type CreditBatch, countBatch, isCounted } from './unsent-credits.ts'
import { addUsage, type LastUse, saveLastUse, type UsageChange } from './usage-store.ts'

const RETRY_MS = 250

export interface WriteBehind {
  /** Something was counted: it will be written at the end of this turn of the event loop. */
  schedule(): void
  flush(): Promise<void>
  stop(): void
  /** What the database has not taken, or not said that it took. */
  listUnsent(): CreditBatch[]
}

interface Parts {
  database: Database
  ledger: CreditLedger
  ring: KeyRing
  clock: Clock
  /**
   * One database task at a time, so that an answer on its way is never mistaken for a newer one.
   */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  onProblem: (error: unknown) => void
}

interface Batch {
  counters: Counter[]
  uses: LastUse[]
}

/** Batches of this process for a database that others write too. */
interface Sender {
  readonly writer: string
  sentBatches: number
  /** Sent, and not known to be counted: until it is, no other is sent. */
  inDoubt: { batch: CreditBatch; counters: Counter[] } | undefined
}

/**
 * Writes what was counted in memory: SQLite at the end of the turn, PostgreSQL one batch at a time.
 */
export function createWriteBehind(parts: Parts): WriteBehind {
  const { database, ledger, ring, exclusively, onProblem } = parts
  const sender: Sender = { writer: randomUUID(), sentBatches: 0, inDoubt: undefined }
  let scheduled = false
  let stopped = false
  let retry: NodeJS.Timeout | undefined

  const isLocal = database.runNow !== undefined
  const flush = () =>
    exclusively(async () => (isLocal ? writeLocal(parts) : writeRemote(parts, sender)))
  // Nothing else runs between two turns, so a local write need not queue and is done before the
  // next request is read.
  const write = isLocal ? async () => writeLocal(parts) : flush

  function schedule(): void {
    if (scheduled || stopped || retry !== undefined) return
    scheduled = true
    setImmediate(writeScheduled)
  }

  function writeScheduled(): void {
    // Until a remote write ends, `scheduled` stays set and the next batch gathers.
    write().then(
      () => {
        scheduled = false
        if (ledger.hasPending() || ring.hasUses()) schedule()
      },
      (error: unknown) => {
        scheduled = false
        onProblem(error)
        if (stopped) return
        retry = setTimeout(() => {
          retry = undefined
          schedule()
        }, RETRY_MS).unref()
      },
    )
  }

  return {
    schedule,
    flush,
    stop() {
      stopped = true
      clearTimeout(retry)
    },
    listUnsent() {
      const changes = toChanges({ counters: ledger.takePending(), uses: [] })
      const batch = { writer: sender.writer, batch: sender.sentBatches + 1, changes }
      return [...(sender.inDoubt ? [sender.inDoubt.batch] : []), ...(changes.length ? [batch] : [])]
    },
  }
}

function writeLocal(parts: Parts): void {
  const batch = take(parts)
  const usage = addUsage(toChanges(batch), parts.clock.nowMs())
  const statements = [...usage, ...saveLastUse(batch.uses)]
  if (statements.length === 0) return
  try {
    const rows = parts.database.runNow?.(statements) ?? []
    settle(parts.ledger, batch.counters, rows.slice(0, usage.length))
  } catch (error) {
    putBack(parts, batch)
    throw error
  }
}

/** A batch whose answer was lost is sent again under its number, so that it counts once. */
async function writeRemote(parts: Parts, sender: Sender): Promise<void> {
  const { database, ledger, clock } = parts
  if (sender.inDoubt !== undefined) await resend(parts, sender, sender.inDoubt)
  const { counters, uses } = take(parts)
  try {
    const changes = toChanges({ counters, uses })
    if (changes.length > 0) {
      const batch = { writer: sender.writer, batch: ++sender.sentBatches, changes }
      sender.inDoubt = { batch, counters }
      settle(ledger, counters, await database.run(countBatch(batch, clock.nowMs())))
      sender.inDoubt = undefined
    }
    // Not in the transaction of the credits, whose rows other machines are waiting for.
    const statements = saveLastUse(uses)
    if (statements.length > 0) await database.run(statements)
  } catch (error) {
    parts.ring.putBackUses(uses)
    throw error
  }
}

async function resend(
  { database, ledger, clock }: Parts,
  sender: Sender,
  { batch, counters }: NonNullable<Sender['inDoubt']>,
): Promise<void> {
  const answers = (await isCounted(database, batch))
    ? []
    : await database.run(countBatch(batch, clock.nowMs()))
  settle(ledger, counters, answers)
  sender.inDoubt = undefined
}

function take({ ledger, ring }: Parts): Batch {
  return { counters: ledger.takePending(), uses: ring.takeUses() }
}

function putBack({ ledger, ring }: Parts, batch: Batch): void {
  ledger.putBack(batch.counters)
  ring.putBackUses(batch.uses)
}

/**
 * One change per row: a clock that crosses a month's end twice makes two counters of one month, and
 * SQL refuses a row named twice.
 */
function toChanges(batch: Batch): UsageChange[] {
  const changes = new Map<string, UsageChange>()
  for (const { meter, month, sent } of batch.counters) {
    const change = changes.get(`${month} ${meter}`)
    if (change === undefined) changes.set(`${month} ${meter}`, { meter, month, credits: sent })
    else change.credits += sent
  }
  return [...changes.values()]
}

function settle(
  ledger: CreditLedger,
  counters: readonly Counter[],
  answers: readonly Row[][],
): void {
  const stored = new Map<string, number>()
  for (const row of answers.flat()) stored.set(`${row.month} ${row.meter}`, Number(row.used))
  ledger.settle(counters, (counter) => stored.get(`${counter.month} ${counter.meter}`))
}
