import type { Config } from '../config.ts'
import { advanceDemo, createDemo, type DemoProgress } from '../demo/demo-world.ts'
import { demoParts } from '../demo/index.ts'
import { HookWorker } from '../hooks/hook-worker.ts'
import { AlmanacError } from '../lib/errors.ts'
import { every, type Job } from '../lib/job.ts'
import { IngestLead } from '../live/schedule/ingest-lead.ts'
import { dropVersions, requireDroppable } from '../runs/drop-versions.ts'
import { isReplica } from '../runs/pull/replica-mark.ts'
import { hasDemo } from '../runs/remove-demo.ts'
import { dropReplacedTables } from '../store/migrations/bring-up-to-date.ts'
import type { Store } from '../store/store.ts'
import type { Engines } from './engines.ts'

const DEMO_TICK_MS = 60_000
const FOLLOW_MS = 1_000
const RETENTION_MS = 3_600_000
const ROOM_MS = 30_000
const HOOKS_MS = 1_000

/** Whether the store holds the demo world, asked again after every commit. */
export interface DemoMark {
  isSet(): boolean
  refresh(): Promise<void>
}

export async function watchDemo(store: Store): Promise<DemoMark> {
  let demo = await hasDemo(store)
  const refresh = async () => {
    demo = await hasDemo(store)
  }
  // A replica of a demo world becomes one with its first pull; it can also be removed.
  store.onCommit(() => refresh().catch(() => undefined))
  return { isSet: () => demo, refresh }
}

/** What runs beside requests: ingestion, hooks, retention, and following other processes. */
export class Jobs {
  readonly #config: Config
  readonly #engines: Engines
  readonly #demo: DemoMark
  readonly #lead: IngestLead
  readonly #makesDemo: boolean
  readonly #stopHooks = new AbortController()
  readonly #jobs: Job[] = []
  #onDemoProgress: DemoProgress | undefined

  constructor(config: Config, engines: Engines, demo: DemoMark) {
    const { accounts, live, log } = engines
    this.#config = config
    this.#engines = engines
    this.#demo = demo
    this.#makesDemo = config.demo === 'auto' && !isReplica(config.dataDir)
    this.#lead = new IngestLead(
      config.storeUrl === undefined ? undefined : (work) => accounts.tryAlone('ingest', work),
      { begin: () => this.#beginIngesting(), pause: () => live.scheduler.pause() },
      log,
    )
  }

  get isLead(): boolean {
    return this.#lead.isLead
  }

  /** Fills an empty store with the demo world, and starts what a writing process does. */
  async startWriting(onDemoProgress: DemoProgress | undefined): Promise<void> {
    const { store, accounts, clock, log } = this.#engines
    const config = this.#config
    this.#onDemoProgress = onDemoProgress
    await this.#lead.start()
    const stop = this.#stopHooks.signal
    const hooks = new HookWorker({ store, accounts, clock, log, chance: Math.random, stop })
    this.#every(HOOKS_MS, () => hooks.pass())
    this.#every(ROOM_MS, () => store.room.check())
    if (config.storeUrl !== undefined)
      this.#every(RETENTION_MS, async () => {
        if (this.isLead) await dropReplacedTables(store)
      })
    this.#startRetention()
    if (this.#makesDemo && config.clock === undefined)
      this.#every(DEMO_TICK_MS, async () => {
        if (this.#demo.isSet() && this.isLead) await advanceDemo(store, clock, demoParts)
      })
  }

  /** Other machines write to the same cluster: their commits become visible here. */
  startFollowing(): void {
    const { store } = this.#engines
    if (this.#config.storeUrl === undefined) return
    this.#every(FOLLOW_MS, async () => {
      const newer = await store.refresh()
      if (newer.length > 0) store.announce(newer)
    })
  }

  /** Starts no more; resolves when what runs has ended. */
  stop(): Promise<unknown> {
    this.#stopHooks.abort()
    for (const job of this.#jobs) job.cancel()
    return Promise.allSettled([this.#lead.close(), ...this.#jobs.map((job) => job.ended())])
  }

  #every(periodMs: number, work: () => Promise<unknown>): void {
    this.#jobs.push(every(periodMs, this.#engines.log, work))
  }

  async #beginIngesting(): Promise<void> {
    const { store, clock, live, log } = this.#engines
    if (this.#makesDemo && store.journal.latest === 0)
      await createDemo(store, clock, demoParts, { onProgress: this.#onDemoProgress })
    // Live sources belong to the present: a clock that stands still has none.
    if (this.#config.clock !== undefined) return
    await live.scheduler.start().catch((error) => {
      // Its own records are damaged: the rest of the service can still be of use.
      if (!(error instanceof AlmanacError && error.code === 'data_damaged')) throw error
    })
    // Loading third-party adapters is slow, and no request needs them.
    live.openAdapters().catch((error) => log.error({ err: error }, 'adapters'))
  }

  /** The process that ingests drops superseded versions, unless they are retained permanently. */
  #startRetention(): void {
    const { store, clock, log } = this.#engines
    const { keepVersions: keep, clock: frozen } = this.#config
    if (keep === undefined) return
    requireDroppable(store, keep)
    if (frozen !== undefined) return
    this.#every(RETENTION_MS, async () => {
      const dropped = this.isLead ? await dropVersions(store, clock, keep) : []
      if (dropped.length > 0) log.info({ dropped }, 'superseded versions dropped')
    })
  }
}
