import type { Clock } from '../lib/clock.ts'
import { type Month, monthOf } from './month.ts'

export interface Usage {
  used: number
  remaining: number
  /** `YYYY-MM-DD`, the first day of next month, UTC. */
  resetDate: string
}

/** Credits of one meter in one month: what is used is `stored`, `sent` and `pending` together. */
export interface Counter {
  meter: string
  month: string
  /** The count in the database when it last answered, with all that was sent before. */
  stored: number
  /** On its way to the database. */
  sent: number
  /** Not yet sent. */
  pending: number
  queued: boolean
}

/** Counts credits in memory, so that a response never waits for the database. */
export class CreditLedger {
  readonly #clock: Clock
  readonly #counters = new Map<string, Counter>()
  #month: Month
  #queue: Counter[] = []

  constructor(clock: Clock) {
    this.#clock = clock
    this.#month = monthOf(clock.nowMs())
  }

  month(): Month {
    const nowMs = this.#clock.nowMs()
    if (nowMs < this.#month.startMs || nowMs >= this.#month.endMs) {
      this.#month = monthOf(nowMs)
      // Counters of the month that ended stay in the queue until they are written.
      this.#counters.clear()
    }
    return this.#month
  }

  usage(meter: string, allowance: number): Usage {
    return this.#usageOf(this.#counterOf(meter), allowance)
  }

  spend(meter: string, allowance: number): Usage | 'exhausted' {
    const counter = this.#counterOf(meter)
    if (counter.stored + counter.sent + counter.pending >= allowance) return 'exhausted'
    counter.pending++
    this.#enqueue(counter)
    return this.#usageOf(counter, allowance)
  }

  get hasPending(): boolean {
    return this.#queue.length > 0
  }

  /** Takes every counter that has something to write; each must then be settled or returned. */
  takePending(): Counter[] {
    const taken = this.#queue
    this.#queue = []
    for (const counter of taken) {
      counter.queued = false
      counter.sent = counter.pending
      counter.pending = 0
    }
    return taken.filter((counter) => counter.sent !== 0)
  }

  settle(counters: readonly Counter[], storedOf: (counter: Counter) => number | undefined): void {
    for (const counter of counters) {
      counter.stored = storedOf(counter) ?? counter.stored + counter.sent
      counter.sent = 0
    }
  }

  putBack(counters: readonly Counter[]): void {
    for (const counter of counters) {
      counter.pending += counter.sent
      counter.sent = 0
      this.#enqueue(counter)
    }
  }

  /** The database's count of the current month, as another process may have changed it. */
  correct(meter: string, stored: number): void {
    this.#counterOf(meter).stored = stored
  }

  #counterOf(meter: string): Counter {
    const { name } = this.month()
    let counter = this.#counters.get(meter)
    if (counter === undefined) {
      counter = { meter, month: name, stored: 0, sent: 0, pending: 0, queued: false }
      this.#counters.set(meter, counter)
    }
    return counter
  }

  #enqueue(counter: Counter): void {
    if (counter.queued) return
    counter.queued = true
    this.#queue.push(counter)
  }

  #usageOf({ stored, sent, pending }: Counter, allowance: number): Usage {
    const used = stored + sent + pending
    return { used, remaining: Math.max(0, allowance - used), resetDate: this.#month.resetDate }
  }
}
