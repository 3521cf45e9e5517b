import { LeaseLostError, UndecidedError } from '../lib/lease-errors.ts'
import { settleAll } from '../lib/settle-all.ts'
import type { Sql } from '../lib/sql.ts'
import type { Fact } from '../store/fact.ts'
import { clearUnfinishedRuns } from '../store/roll-back.ts'
import type { Store } from '../store/store.ts'
import type { HeldLock } from '../store/writer-lock.ts'
import { dropStage } from './stage.ts'

const locks = new WeakMap<Store, Promise<unknown>>()

/** Runs work while nothing else writes, after what was cut off has been taken back. */
export function withWriteLock<T>(store: Store, work: (lock: HeldLock) => Promise<T>): Promise<T> {
  const alone = async (lock: HeldLock) => {
    await clearWhatWasCutOff(store, lock)
    return work(lock)
  }
  const written = (locks.get(store) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => store.alone(alone))
  locks.set(store, written)
  return written
}

/** Throws for a run that is decided, or may be another's by now: it is not to be taken back here. */
export function requireUndecided(lock: HeldLock, error: unknown): void {
  if (error instanceof UndecidedError || error instanceof LeaseLostError) throw error
  lock.check()
}

async function clearWhatWasCutOff(store: Store, lock: HeldLock): Promise<void> {
  // On a server others write too, and may have been cut off since; an embedded engine was cleared
  // when it was opened.
  if (store.engine.kind === 'server') await store.refresh()
  else if (store.journal.unfinished().length === 0) return
  await clearUnfinishedRuns(store, lock)
}

/** Those of a writer that may have a successor are dropped by it. */
export async function dropStages(
  store: Store,
  lock: HeldLock,
  staged: ReadonlyMap<Fact, Sql>,
): Promise<void> {
  if (isOver(lock)) return
  try {
    await settleAll([...staged.values()].map((table) => dropStage(store, table)))
  } catch (error) {
    if (!isOver(lock)) throw error
  }
}

function isOver(lock: HeldLock): boolean {
  try {
    lock.check()
    return false
  } catch {
    return true
  }
}
