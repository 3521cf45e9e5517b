import type { Clock } from '../../lib/clock.ts'
import { Slots } from '../../lib/slots.ts'

// Timers are late by milliseconds; without catching up, high rates would never be reached.
const CATCH_UP_MS = 20

export interface PaceLimits {
  /** Requests that may be open in parallel. */
  concurrency: number
  /** Requests that may start within a second, evenly spaced. */
  ratePerSec: number
}

/** Spaces out the requests to one server. */
export class Pace {
  readonly #slots: Slots
  readonly #gapMs: number
  readonly #clock: Clock
  readonly #sleep: (ms: number) => Promise<unknown>
  #nextMs = 0

  constructor(
    { concurrency, ratePerSec }: PaceLimits,
    clock: Clock,
    sleep: (ms: number) => Promise<unknown>,
  ) {
    this.#slots = new Slots(concurrency)
    this.#gapMs = 1000 / ratePerSec
    this.#clock = clock
    this.#sleep = sleep
  }

  /** Runs a request when it is its turn. */
  run<Result>(request: () => Promise<Result>): Promise<Result> {
    return this.#slots.run(async () => {
      // A pause that was requested meanwhile counts too, so the wait is checked again.
      for (;;) {
        const waitMs = this.#nextMs - this.#clock.nowMs()
        if (waitMs <= 0) break
        await this.#sleep(waitMs)
      }
      this.#nextMs = Math.max(this.#nextMs, this.#clock.nowMs() - CATCH_UP_MS) + this.#gapMs
      return request()
    })
  }

  /** No request starts before a time. */
  pauseUntil(atMs: number): void {
    this.#nextMs = Math.max(this.#nextMs, atMs)
  }
}
