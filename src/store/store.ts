import { randomUUID } from 'node:crypto'
import { AlmanacError, UsageError } from '../lib/errors.ts'
import { literal, sql } from '../lib/sql.ts'
import { countEarlierRuns, hasUncounted } from './count-earlier.ts'
import {
  type Damage,
  Damages,
  findDamage,
  repairReplacements,
  requireWholeJournal,
} from './damage.ts'
import { openEmbeddedEngine } from './embedded-engine.ts'
import type { Engine } from './engine.ts'
import type { Fact } from './fact.ts'
import { Journal } from './journal.ts'
import { bringUpToDate, findNewerSchema } from './migrations/bring-up-to-date.ts'
import { type ObserveStatement, observeEngine } from './observed-engine.ts'
import { Replacements } from './replacements.ts'
import { clearUnfinishedRuns } from './roll-back.ts'
import { isForLackOfRoom, measureFree, Room, type RoomOptions } from './room.ts'
import { openServerEngine } from './server-engine.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'
import { createDatabase, ensureFactTables, type Placement } from './tables.ts'
import { type HeldLock, OWN_LOCK, type WriterLock } from './writer-lock.ts'

const MAX_REASON = 300
const MAX_REFRESH_MS = 10_000

export interface StoreOptions {
  facts: readonly Fact[]
  /** Directory of the embedded engine; unused when `url` is given. */
  path: string
  url?: string | undefined
  cluster?: string | undefined
  /** Keeps other processes from writing while the work runs; a store of one process needs none. */
  alone?: WriterLock | undefined
  /** Never writes facts. */
  isReader?: boolean
  /** Names this process to the servers, and to the one that writes after it. */
  session?: string
  /** Closes the engine, also while the store is still being opened. */
  stop?: AbortSignal | undefined
  /** Is told what takes long. */
  log?: ((message: string) => void) | undefined
  /** Measures each statement. */
  observe?: ObserveStatement | undefined
  /** Keeps runs from filling the disk; without it, it is not watched. */
  room?: Omit<RoomOptions, 'measure'> & Partial<Pick<RoomOptions, 'measure'>>
  /** Is told in one line what is damaged, when that is found. */
  onDamage?: ((message: string) => void) | undefined
}

type Named = StoreOptions & { session: string }

export class Store {
  readonly engine: Engine
  readonly journal: Journal
  readonly replacements: Replacements
  readonly placement: Placement
  readonly facts: ReadonlyMap<string, Fact>
  readonly room: Room
  readonly #lock: WriterLock
  readonly #session: string
  readonly #onDamage: (message: string) => void
  #damages: Damages
  #isReachable = true
  #upgrade: string | undefined
  readonly #engines = new Set<Engine>()
  readonly #listeners = new Set<(facts: string[]) => void>()

  private constructor(
    engine: Engine,
    placement: Placement,
    logs: { journal: Journal; replacements: Replacements },
    options: Named,
  ) {
    this.engine = engine
    this.#engines.add(engine)
    this.placement = placement
    this.journal = logs.journal
    this.replacements = logs.replacements
    this.facts = new Map(options.facts.map((fact) => [fact.name, fact]))
    this.room = new Room({
      minFreeBytes: 0,
      measure: () => measureFree(engine, options.path),
      ...options.room,
    })
    this.#lock = options.isReader === true ? refuse : (options.alone ?? this.#ownLock)
    this.#session = options.session
    this.#onDamage = options.onDamage ?? (() => undefined)
    this.#damages = new Damages([], this.#onDamage)
  }

  static async open(given: StoreOptions): Promise<Store> {
    const options = { session: randomUUID(), ...given }
    const opened = await openEngine(options)
    const { observe } = options
    const engine = observe === undefined ? opened : observeEngine(opened, observe)
    const stop = () => void engine.close()
    options.stop?.addEventListener('abort', stop, { once: true })
    if (options.stop?.aborted === true) stop()
    try {
      return await Store.#openOn(engine, options)
    } catch (error) {
      await engine.close()
      throw explainOpening(error, options)
    }
  }

  static async #openOn(engine: Engine, options: Named): Promise<Store> {
    const placement = await placementOf(engine, options)
    await createDatabase(engine, placement)
    if (engine.kind === 'embedded') await requireWholeJournal(engine)
    const journal = await Journal.open(engine, placement, options.log)
    const replacements = await Replacements.open(engine, placement)
    const { log = () => undefined, isReader = false } = options
    const store = new Store(engine, placement, { journal, replacements }, options)
    await bringUpToDate(store, { isReader, log })
    await ensureFactTables(engine, options.facts, placement, options.log)
    // The embedded engine belongs to this process, so what is unfinished was cut off; on a server
    // it may be another's.
    if (engine.kind === 'embedded') await store.#clearUnfinished(log)
    if (isReader) return store.#requireCurrent()
    await countEarlierRuns(store, log)
    if (engine.kind === 'embedded') {
      store.#damages = new Damages(
        await findDamage(engine, journal, options.facts),
        store.#onDamage,
      )
    }
    if (engine.kind === 'embedded') await repairReplacements(engine, replacements, log)
    if (!replacements.isComplete)
      await store.alone(() => replacements.recordEarlier(options.facts, journal, log))
    return store
  }

  /** Nobody sees rows of unfinished runs: on a full disk they are left to the next run that begins. */
  async #clearUnfinished(log: (message: string) => void): Promise<void> {
    await clearUnfinishedRuns(this, OWN_LOCK).catch((error: unknown) => {
      if (!isForLackOfRoom(error)) throw error
      log('The disk is full: what was cut off is taken back before the next run. Reading goes on.')
    })
  }

  async #requireCurrent(): Promise<Store> {
    const isCurrent = this.replacements.isComplete && !(await hasUncounted(this))
    if (this.journal.latest > 0 && !isCurrent)
      throw new UsageError(
        'The store was written by an earlier version. Start a process with the role ingest or all first; it brings the store up to date.',
      )
    return this
  }

  /** Facts whose rows are not all there; reading them throws `data_damaged`. */
  get damages(): Damage[] {
    return this.#damages.list()
  }

  /** Runs work while no other process writes; when another may, its statements are ended. */
  alone<T>(work: (lock: HeldLock) => Promise<T>): Promise<T> {
    return this.#lock(async (lock) => {
      const { engine, journal } = this
      if (engine.kind === 'server') await this.#requireOwnSchema()
      const { holder } = lock.before
      const endOwn = () => void engine.cancelWrites?.(this.#session)
      if (holder !== null && holder !== this.#session) await engine.cancelWrites?.(holder)
      lock.lost.addEventListener('abort', endOwn, { once: true })
      engine.guardWrites?.(lock.check)
      journal.fence = lock.token
      try {
        return await work(lock)
      } finally {
        lock.lost.removeEventListener('abort', endOwn)
        engine.guardWrites?.(undefined)
      }
    })
  }

  /** Its fence tells a run that is pulled again from what was said when it was cut off before. */
  readonly #ownLock: WriterLock = (work) => work({ ...OWN_LOCK, token: this.journal.fence + 1 })

  /** What a process of an earlier version writes would be lost to those of the newer one. */
  async #requireOwnSchema(): Promise<void> {
    const reason = await findNewerSchema(this)
    if (reason !== undefined)
      throw new UsageError(`${reason} This process no longer writes; start the newer version.`)
  }

  /** The facts as they are now. */
  snapshot(): Snapshot {
    return this.snapshotOf(this.journal.latest)
  }

  /** The facts as they were known at a time; as they are now without one. */
  async snapshotAt(asOfMs: number | undefined): Promise<Snapshot> {
    return asOfMs === undefined
      ? this.snapshot()
      : this.snapshotOf(await this.journal.latestAt(asOfMs))
  }

  /** The facts as they were when a run was the newest. */
  snapshotOf(run: number): Snapshot {
    const { engine, replacements, journal } = this
    return createSnapshot(
      {
        ...{ engine, replacements, damages: this.#damages },
        ...{ undone: journal.undone, dropped: journal.dropped },
      },
      run,
    )
  }

  /** Reads what other processes have written since. Returns the facts that have become newer. */
  async refresh(): Promise<string[]> {
    const noteOutage = () => {
      this.#isReachable = false
    }
    const late = setTimeout(noteOutage, MAX_REFRESH_MS)
    try {
      await this.engine.check?.()
      const runs = await this.journal.readNewer()
      // Asked after the runs: a newer version writes no run before its tables are complete.
      if (runs.length > 0) this.#upgrade ??= await findNewerSchema(this)
      const isFrozen = this.#upgrade !== undefined
      // Before the runs count: a snapshot of them must know which rows they replaced.
      if (!isFrozen && runs.some(({ state }) => state === 'committed'))
        await this.replacements.refresh()
      this.#isReachable = true
      if (isFrozen) return []
      const newer = this.journal.remember(runs)
      await this.journal.settle()
      return newer
    } catch (error) {
      noteOutage()
      throw error
    } finally {
      clearTimeout(late)
    }
  }

  /** Set once a newer version writes: this process goes on with what it knew before. */
  get upgrade(): string | undefined {
    return this.#upgrade
  }

  /** False when a shard did not answer the last time: reading the journal asks all of them. */
  get isReachable(): boolean {
    return this.#isReachable
  }

  onCommit(listener: (facts: string[]) => void): void {
    this.#listeners.add(listener)
  }

  announce(facts: string[]): void {
    for (const listener of this.#listeners) listener(facts)
  }

  /** An engine for a while, such as that of an import: it is closed with the store. */
  addEngine(engine: Engine): void {
    this.#engines.add(engine)
  }

  /** Cancels what runs; the journal says at the next start what of it counts. */
  async close(): Promise<void> {
    await Promise.all([...this.#engines].map((engine) => engine.close()))
  }
}

const refuse: WriterLock = () =>
  Promise.reject(
    new AlmanacError(
      'forbidden',
      'This process has the role api and never writes facts. Ask one with the role ingest or all, or use the command line.',
    ),
  )

async function openEngine(options: Named): Promise<Engine> {
  if (options.url !== undefined)
    return openServerEngine(options.url, options.session, options.cluster)
  try {
    return await openEmbeddedEngine(options.path)
  } catch (error) {
    throw explainOpening(error, options)
  }
}

/** One line for what the engine says about files that are not right. */
function explainOpening(error: unknown, { path, url }: StoreOptions): unknown {
  const isExplained = error instanceof UsageError || error instanceof AlmanacError
  if (url !== undefined || isExplained || !(error instanceof Error)) return error
  const [reason = ''] = error.message.split(/\n|: \(|: While /)
  const advice = isForLackOfRoom(error) ? 'Make room.' : 'Restore them from a backup.'
  return new UsageError(
    `The facts in ${path} cannot be opened: ${reason.slice(0, MAX_REASON).trim()} ${advice}`,
    { cause: error },
  )
}

async function placementOf(
  engine: Engine,
  { cluster, url = '' }: StoreOptions,
): Promise<Placement> {
  if (cluster === undefined) return { cluster, replicated: false, onCluster: sql`` }
  const macros = await engine.writerQuery<{ macro: string }>(
    sql`SELECT macro FROM system.macros WHERE macro IN ('shard', 'replica')`,
  )
  const replicas = await engine.writerQuery<{ replica: number }>(
    sql`SELECT replica_num AS replica FROM system.clusters WHERE cluster = {cluster:String} AND replica_num > 1 LIMIT 1`,
    { cluster },
  )
  if (replicas.length > 0 && (macros.length < 2 || !url.includes(',')))
    throw new UsageError(
      `The cluster ${cluster} has replicas. Its servers need the macros shard and replica, and ALMANAC_STORE_URL must name each of them.`,
    )
  return {
    cluster,
    replicated: macros.length === 2,
    onCluster: url.includes(',') ? sql`` : sql` ON CLUSTER ${literal(cluster)}`,
  }
}
