import type { Clock } from '../lib/clock.ts'
import { UsageError } from '../lib/errors.ts'
import { suggest } from '../lib/suggest.ts'
import { countSuperseded, dropSuperseded } from '../store/drop-superseded.ts'
import type { Fact } from '../store/fact.ts'
import type { Run } from '../store/journal.ts'
import type { Store } from '../store/store.ts'
import { commit, newRun } from './run.ts'
import { withWriteLock } from './write-lock.ts'

/** What runs that drop superseded versions are called in the journal. */
export const RETENTION_SOURCE = 'retention'
const DAY_MS = 86_400_000

/** For how many days superseded versions are kept: of all facts, and of some. */
export interface KeepVersions {
  readonly allDays: number | undefined
  readonly byFact: ReadonlyMap<string, number>
}

export interface DroppedVersionsOf {
  fact: string
  rows: number
}

/** Drops versions superseded longer ago than they are kept, as a run. Returns what was dropped. */
export function dropVersions(
  store: Store,
  clock: Clock,
  keep: KeepVersions,
): Promise<DroppedVersionsOf[]> {
  return withWriteLock(store, async (lock) => {
    requireDroppable(store, keep)
    const dropped: (DroppedVersionsOf & { upToRun: number })[] = []
    for (const fact of store.facts.values()) {
      const upToRun = await horizonOf(store, clock, keep, fact)
      const rows = upToRun === 0 ? 0 : await countSuperseded(store, fact, upToRun)
      if (rows > 0) dropped.push({ fact: fact.name, rows, upToRun })
    }
    if (dropped.length === 0) return []
    const options = { source: RETENTION_SOURCE, clock, note: describe(dropped) }
    const run: Run = {
      ...newRun(store, options),
      droppedUpTo: Object.fromEntries(dropped.map(({ fact, upToRun }) => [fact, upToRun])),
    }
    await lock.claimRuns(run.id, run.id)
    // Should it fail half-way, it stays unfinished, and the next run begins by ending it.
    await commit({ store, lock, options }, run, async () => {
      await dropSuperseded(store, run)
      return []
    })
    return dropped.map(({ fact, rows }) => ({ fact, rows }))
  })
}

/** Throws where versions cannot be dropped, and for a name of no fact whose versions may go. */
export function requireDroppable({ facts, placement }: Store, { byFact }: KeepVersions): void {
  if (placement.onCluster.text !== '')
    throw new UsageError(
      'To drop superseded versions on a cluster, ALMANAC_STORE_URL must name each of its servers.',
    )
  for (const name of byFact.keys()) {
    const fact = facts.get(name)
    if (fact?.isLog) throw new UsageError(`Versions of ${name} are events and are kept for good.`)
    if (fact !== undefined) continue
    const [close] = suggest(name, facts.keys())
    const hint = close === undefined ? '' : ` Did you mean ${close}?`
    throw new UsageError(`There is no fact ${name}.${hint}`)
  }
}

/** The newest run before the time for which versions are kept; 0: nothing may be dropped. */
async function horizonOf(
  { journal, damages }: Store,
  clock: Clock,
  { allDays, byFact }: KeepVersions,
  { name, isLog }: Fact,
): Promise<number> {
  const days = isLog ? undefined : (byFact.get(name) ?? allDays)
  // What is lost must not be counted as dropped.
  if (days === undefined || damages.some(({ fact }) => fact === name)) return 0
  return journal.latestAt(clock.nowMs() - days * DAY_MS)
}

function describe(dropped: readonly DroppedVersionsOf[]): string {
  const list = dropped.map(({ fact, rows }) => `${rows.toLocaleString('en')} of ${fact}`)
  return `dropped superseded versions: ${list.join(', ')}`.slice(0, 500)
}
