import { setTimeout as sleep } from 'node:timers/promises'
import { AlmanacError } from '../lib/errors.ts'

const CANCEL_INTERVAL_MS = 50

/** Thrown by everything that needs an engine which is being closed. */
export class StoppedError extends AlmanacError {
  constructor() {
    super('not_ready', 'The service is stopping. Try again shortly.', {
      headers: { 'Retry-After': '2' },
    })
  }
}

/** Counts running statements: closing an engine under one of them ends the process. */
export class InFlight {
  #running = 0
  #isStopped = false

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isStopped) throw new StoppedError()
    this.#running++
    try {
      return await work()
    } catch (error) {
      throw this.#isStopped ? new StoppedError() : error
    } finally {
      this.#running--
    }
  }

  /** Refuses new statements, cancels those that run, and returns when none is left. */
  async stop(cancel: () => Promise<unknown>): Promise<void> {
    this.#isStopped = true
    while (this.#running > 0) {
      // Statements that waited for a cancelled one begin now, so once is not enough.
      await cancel()
      await sleep(CANCEL_INTERVAL_MS)
    }
  }
}
