import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { OutageLog } from '../../lib/outage-log.ts'

/** Runs work under the lease; `undefined` while another process has it. */
export type TryLead = <T>(
  work: (lease: { lost: AbortSignal }) => Promise<T>,
) => Promise<T | undefined>

export interface LeadWork {
  /** Begins what only one process does. */
  begin(): Promise<void>
  /** Ends it, because another process does it now. */
  pause(): void
}

// With a lease of ten seconds another process takes over within the fifteen that are promised.
const LOOK_MS = 1_000

/** Of all processes that may ingest, one does; the others look every second whether it still does. */
export class IngestLead {
  readonly #tryLead: TryLead | undefined
  readonly #work: LeadWork
  readonly #log: Logger
  readonly #stopping = new AbortController()
  #isLead = false
  #standingBy: Promise<void> | undefined

  /** Without `tryLead` no other process can have the store open. */
  constructor(tryLead: TryLead | undefined, work: LeadWork, log: Logger) {
    this.#tryLead = tryLead
    this.#work = work
    this.#log = log
  }

  get isLead(): boolean {
    return this.#isLead
  }

  /** Returns when the work has begun, or another process is known to do it. */
  async start(): Promise<void> {
    if (this.#tryLead === undefined) return this.#begin()
    const first = Promise.withResolvers<void>()
    this.#standingBy = this.#standBy(this.#tryLead, first.resolve, first.reject)
    await first.promise
  }

  /** Gives the lease back, so that another process need not wait for its end. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#standingBy
  }

  async #standBy(
    tryLead: TryLead,
    onFirst: () => void,
    onFirstFailure: (error: unknown) => void,
  ): Promise<void> {
    const outage = new OutageLog(this.#log, 'ingest lease')
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await tryLead((lease) => this.#lead(lease.lost, onFirst))
        onFirst()
      } catch (error) {
        onFirstFailure(error)
        outage.failed(error)
      }
      this.#isLead = false
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
    }
    outage.close()
  }

  async #lead(lost: AbortSignal, onBegun: () => void): Promise<void> {
    this.#log.info('this process ingests')
    try {
      await this.#begin()
      onBegun()
      await untilAborted(AbortSignal.any([lost, this.#stopping.signal]))
    } finally {
      this.#isLead = false
      if (lost.aborted) this.#log.warn({ reason: String(lost.reason) }, 'this process stands by')
      this.#work.pause()
    }
  }

  async #begin(): Promise<void> {
    this.#isLead = true
    await this.#work.begin()
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
