import { openEmbeddedEngine } from './embedded-engine.ts'
import type { Engine } from './engine.ts'
import type { Fact } from './fact.ts'
import { Journal } from './journal.ts'
import { Replacements } from './replacements.ts'
import { clearUnfinishedRuns } from './roll-back.ts'
import { openServerEngine } from './server-engine.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'
import { createDatabase, ensureFactTables, type Placement } from './tables.ts'

export interface StoreOptions {
  facts: readonly Fact[]
  /** Directory of the embedded engine; unused when `url` is given. */
  path: string
  url?: string | undefined
  cluster?: string | undefined
  /** Keeps other processes from writing while the work runs; a store of one process needs none. */
  alone?: WriterLock | undefined
  /** Is told what takes long. */
  log?: ((message: string) => void) | undefined
}

/** Runs work while no other process writes to the same store. */
export type WriterLock = <T>(work: () => Promise<T>) => Promise<T>

export class Store {
  readonly engine: Engine
  readonly journal: Journal
  readonly replacements: Replacements
  readonly placement: Placement
  readonly facts: ReadonlyMap<string, Fact>
  readonly alone: WriterLock
  readonly #listeners = new Set<(facts: string[]) => void>()

  private constructor(
    engine: Engine,
    placement: Placement,
    logs: { journal: Journal; replacements: Replacements },
    options: StoreOptions,
  ) {
    this.engine = engine
    this.placement = placement
    this.journal = logs.journal
    this.replacements = logs.replacements
    this.facts = new Map(options.facts.map((fact) => [fact.name, fact]))
    this.alone = options.alone ?? ((work) => work())
  }

  static async open(options: StoreOptions): Promise<Store> {
    const engine =
      options.url === undefined
        ? await openEmbeddedEngine(options.path)
        : await openServerEngine(options.url)
    const placement = await placementOf(engine, options)
    await createDatabase(engine, placement)
    await ensureFactTables(engine, options.facts, placement)
    const journal = await Journal.open(engine, placement)
    const replacements = await Replacements.open(engine, placement)
    const store = new Store(engine, placement, { journal, replacements }, options)
    // The embedded engine belongs to this process, so what is unfinished was cut off; on a server
    // it may be another's.
    if (engine.kind === 'embedded') await clearUnfinishedRuns(store)
    if (!replacements.isComplete)
      await store.alone(() =>
        replacements.recordEarlier(options.facts, journal, options.log ?? (() => undefined)),
      )
    return store
  }

  /** The facts as they are now, or as they were known at a time. */
  snapshot(asOfMs?: number): Snapshot {
    return this.snapshotOf(
      asOfMs === undefined ? this.journal.latest : this.journal.latestAt(asOfMs),
    )
  }

  /** The facts as they were when a run was the newest. */
  snapshotOf(run: number): Snapshot {
    return createSnapshot(this.engine, this.replacements, run)
  }

  /** Reads what other processes have written since. Returns the facts that have become newer. */
  async refresh(): Promise<string[]> {
    const runs = await this.journal.readNewer()
    // Before the runs count: a snapshot of them must know which rows they replaced.
    if (runs.some(({ state }) => state === 'committed')) await this.replacements.refresh()
    return this.journal.remember(runs)
  }

  onCommit(listener: (facts: string[]) => void): void {
    this.#listeners.add(listener)
  }

  announce(facts: string[]): void {
    for (const listener of this.#listeners) listener(facts)
  }

  async close(): Promise<void> {
    await this.engine.close()
  }
}

async function placementOf(
  engine: Engine,
  { cluster, url = '' }: StoreOptions,
): Promise<Placement> {
  if (cluster === undefined) return { cluster, replicated: false, onCluster: '' }
  const macros = await engine.writerQuery<{ macro: string }>(
    "SELECT macro FROM system.macros WHERE macro IN ('shard', 'replica')",
  )
  return {
    cluster,
    replicated: macros.length === 2,
    onCluster: url.includes(',') ? '' : ` ON CLUSTER '${cluster}'`,
  }
}
