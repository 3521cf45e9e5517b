import type { Logger } from 'pino'
import type { Accounts } from '../accounts/accounts.ts'
import { passes } from '../follow/event.ts'
import { readEvents } from '../follow/read-events.ts'
import { backoffMs } from '../lib/backoff.ts'
import { type Clock, toSec } from '../lib/clock.ts'
import { settleAll } from '../lib/settle-all.ts'
import type { Store } from '../store/store.ts'
import { findNext, giveUp, queueEvents, recordAttempt, removeOld } from './deliveries.ts'
import { type Delivery, deliveryId, type Hook } from './hook.ts'
import { listHooks, setNextAttempt } from './hook-store.ts'
import { send } from './send.ts'

const DAY_MS = 86_400_000
const DEAD_AFTER_MS = DAY_MS
const KEEP_DELIVERED_MS = 7 * DAY_MS
const KEEP_DEAD_MS = 30 * DAY_MS
const RETRY = { firstMs: 2_000, maxMs: 3_600_000, spread: [1, 1.25] } as const
const RUNS_BATCH_SIZE = 100
/** Deliveries to one hook in one pass, so that a long queue does not keep the others waiting. */
const DELIVERIES_BATCH_SIZE = 100
const MAX_ERROR_LENGTH = 300

export interface HookWorkerOptions {
  store: Pick<Store, 'journal' | 'snapshotOf'>
  accounts: Pick<Accounts, 'database' | 'tryAlone'>
  clock: Clock
  log: Logger
  /** Between 0 and 1. */
  chance: () => number
  stop?: AbortSignal
}

/** Sends events to hooks. Every process has one; at any time one of them works. */
export class HookWorker {
  readonly #options: HookWorkerOptions

  constructor(options: HookWorkerOptions) {
    this.#options = options
  }

  get #isStopped(): boolean {
    return this.#options.stop?.aborted === true
  }

  /** Queues what was committed since the last pass, and sends what is due. */
  async pass(): Promise<void> {
    const { accounts } = this.#options
    const { database } = accounts
    if ((await listHooks(database)).length === 0) return
    await accounts.tryAlone('hooks', async () => {
      // Read again: another process may have sent some of it until now.
      const hooks = await listHooks(database)
      await settleAll(hooks.map((hook) => this.#serve(hook)))
      const nowMs = this.#options.clock.nowMs()
      await removeOld(database, {
        deliveredBeforeMs: nowMs - KEEP_DELIVERED_MS,
        deadBeforeMs: nowMs - KEEP_DEAD_MS,
      })
    })
  }

  async #serve(hook: Hook): Promise<void> {
    await this.#queue(hook)
    for (let sent = 0; sent < DELIVERIES_BATCH_SIZE; sent++)
      if (!(await this.#deliverNext(hook, sent > 0))) return
  }

  async #queue(hook: Hook): Promise<void> {
    const { store, accounts, clock } = this.#options
    // A hook tells of what is committed after it was made, also before any worker saw it.
    let doneRun = hook.positionRun ?? (await store.journal.latestAt(hook.createdMs))
    while (!this.#isStopped) {
      const runs = await store.journal.listCommitted(doneRun, RUNS_BATCH_SIZE)
      const last = runs.at(-1)
      if (last === undefined && hook.positionRun !== null) return
      const events = []
      for (const run of runs)
        events.push(...(await readEvents(store, run)).filter((event) => passes(event, hook.filter)))
      doneRun = last?.id ?? doneRun
      const change = { events, positionRun: doneRun, nowMs: clock.nowMs() }
      await queueEvents(accounts.database, hook.id, change)
      if (runs.length < RUNS_BATCH_SIZE) return
    }
  }

  /** True when one was taken, so that the next may follow. */
  async #deliverNext(hook: Hook, hasJustTaken: boolean): Promise<boolean> {
    const { accounts, clock } = this.#options
    const { database } = accounts
    if (this.#isStopped || (!hasJustTaken && hook.nextMs > clock.nowMs())) return false
    const delivery = await findNext(database, hook.id)
    if (delivery === undefined) return false
    const error = await this.#attempt(hook, delivery)
    // What the stop cut off is sent again later.
    if (this.#isStopped) return false
    await recordAttempt(database, delivery, { nowMs: clock.nowMs(), error })
    if (error !== null) await this.#backOff(hook, hasJustTaken ? 0 : hook.failures, error)
    else if (hook.failures > 0 && !hasJustTaken)
      await setNextAttempt(database, hook.id, { failures: 0, nextMs: 0 })
    return error === null
  }

  async #attempt(hook: Hook, delivery: Delivery): Promise<string | null> {
    const { clock, stop } = this.#options
    const { event, body } = delivery
    try {
      const timestampSec = toSec(clock.nowMs())
      await send(hook, { id: deliveryId(delivery), event, body }, { timestampSec, signal: stop })
      return null
    } catch (error) {
      return (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_LENGTH)
    }
  }

  async #backOff(hook: Hook, failuresBefore: number, error: string): Promise<void> {
    const { accounts, clock, log, chance } = this.#options
    const failures = failuresBefore + 1
    const nowMs = clock.nowMs()
    const nextMs = nowMs + Math.round(backoffMs(failures, RETRY, chance()))
    await setNextAttempt(accounts.database, hook.id, { failures, nextMs })
    if (failures === 1) log.warn({ hook: hook.id, error }, 'hook not delivered; it is tried again')
    const dead = await giveUp(accounts.database, hook.id, nowMs - DEAD_AFTER_MS)
    if (dead > 0)
      log.error({ hook: hook.id, deliveries: dead, error }, 'hook deliveries given up after a day')
  }
}
