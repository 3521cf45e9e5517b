import { openEmbeddedEngine } from './embedded-engine.ts'
import type { Engine, SqlParams } from './engine.ts'
import { type Fact, identityColumns, sourceColumns } from './fact.ts'
import { Journal } from './journal.ts'
import { clearUnfinishedRuns } from './roll-back.ts'
import { openServerEngine } from './server-engine.ts'
import { createDatabase, ensureFactTables, type Placement, tableOf } from './tables.ts'

/**
 * What a question sees: every fact as of one run, so that two figures in one answer never come from
 * different moments.
 */
export interface Snapshot {
  readonly run: number
  query<Row>(sql: string, params?: SqlParams): Promise<Row[]>
  columns<Result extends Record<string, unknown[]>>(
    sql: string,
    params?: SqlParams,
  ): Promise<Result>
}

export interface StoreOptions {
  facts: readonly Fact[]
  /** Directory of the embedded engine; unused when `url` is given. */
  path: string
  url?: string | undefined
  cluster?: string | undefined
  /** Keeps other processes from writing while the work runs; a store of one process needs none. */
  alone?: WriterLock | undefined
}

/** Runs work while no other process writes to the same store. */
export type WriterLock = <T>(work: () => Promise<T>) => Promise<T>

export class Store {
  readonly engine: Engine
  readonly journal: Journal
  readonly placement: Placement
  readonly facts: ReadonlyMap<string, Fact>
  readonly alone: WriterLock
  readonly #listeners = new Set<(facts: string[]) => void>()

  private constructor(
    engine: Engine,
    journal: Journal,
    placement: Placement,
    options: StoreOptions,
  ) {
    this.engine = engine
    this.journal = journal
    this.placement = placement
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
    const store = new Store(engine, journal, placement, options)
    // The embedded engine belongs to this process, so what is unfinished was cut off; on a server
    // it may be another's.
    if (engine.kind === 'embedded') await clearUnfinishedRuns(store)
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
    const bind = (params: SqlParams = {}): SqlParams => ({ ...params, snapshotRun: run })
    return {
      run,
      query: (sql, params) => this.engine.query(sql, bind(params)),
      columns: (sql, params) => this.engine.columns(sql, bind(params)),
    }
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

/**
 * SQL of all versions of a fact's rows that can be seen, to follow SELECT …; `where` may only hold
 * bound parameters.
 */
export function visibleVersions(fact: Fact, where = '1'): string {
  return `FROM ${tableOf(fact)} WHERE (${where}) AND run <= {snapshotRun:UInt32} AND quality != 'held'`
}

/**
 * SQL of a fact's current view, for a FROM clause: of each key and time the newest visible version
 * that is not held. `where` narrows it and may only hold bound parameters.
 */
export function current(fact: Fact, where = '1'): string {
  const identity = identityColumns(fact).join(', ')
  return (
    `(SELECT ${[...sourceColumns(fact), 'quality', 'run', 'recordedAt'].join(', ')} ${visibleVersions(fact, where)} ` +
    `ORDER BY ${fact.order.join(', ')}, run DESC LIMIT 1 BY ${identity})`
  )
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
