import type { Clock } from '../lib/clock.ts'
import { type Month, monthOf } from './month.ts'

export interface Usage {
  used: number
  remaining: number
  /** `YYYY-MM-DD`, the first day of next month, UTC. */
  resetDate: string
}

/**
 * The credits of one meter in one month. What is used is the sum of `stored`, `sent` and `pending`.
 */
export interface Counter {
  meter: string
  month: string
  /**
   * The count in the database when it last answered, with everything this process had sent before.
   */
  stored: number
  /** On its way to the database. */
  sent: number
  /** Not yet sent. */
  pending: number
  queued: boolean
}

export interface CreditLedger {
  month(): Month
  usage(meter: string, allowance: number): Usage
  spend(meter: string, allowance: number): Usage | 'exhausted'
  hasPending(): boolean
  /** Takes every counter that has something to write; each must then be settled or returned. */
  takePending(): Counter[]
  settle(counters: readonly Counter[], storedOf: (counter: Counter) => number | undefined): void
  putBack(counters: readonly Counter[]): void
  /** The database's count of the current month, as another process may have changed it. */
  correct(meter: string, stored: number): void
}

/** Counts credits in memory, so that an answer never waits for the database. */
export function createCreditLedger(clock: Clock): CreditLedger {
  const counters = new Map<string, Counter>()
  let current = monthOf(clock.nowMs())
  let queue: Counter[] = []

  function month(): Month {
    const nowMs = clock.nowMs()
    if (nowMs < current.startMs || nowMs >= current.endMs) {
      current = monthOf(nowMs)
      // Counters of the month that ended stay in the queue until they are written.
      counters.clear()
    }
    return current
  }

  function counterOf(meter: string): Counter {
    const { name } = month()
    let counter = counters.get(meter)
    if (counter === undefined) {
      counter = { meter, month: name, stored: 0, sent: 0, pending: 0, queued: false }
      counters.set(meter, counter)
    }
    return counter
  }

  function enqueue(counter: Counter): void {
    if (counter.queued) return
    counter.queued = true
    queue.push(counter)
  }

  function usageOf(counter: Counter, allowance: number): Usage {
    const used = counter.stored + counter.sent + counter.pending
    return { used, remaining: Math.max(0, allowance - used), resetDate: current.resetDate }
  }

  return {
    month,
    usage: (meter, allowance) => usageOf(counterOf(meter), allowance),
    spend(meter, allowance) {
      const counter = counterOf(meter)
      if (counter.stored + counter.sent + counter.pending >= allowance) return 'exhausted'
      counter.pending++
      enqueue(counter)
      return usageOf(counter, allowance)
    },
    hasPending: () => queue.length > 0,
    takePending() {
      const taken = queue
      queue = []
      for (const counter of taken) {
        counter.queued = false
        counter.sent = counter.pending
        counter.pending = 0
      }
      return taken.filter((counter) => counter.sent !== 0)
    },
    settle(settled, storedOf) {
      for (const counter of settled) {
        counter.stored = storedOf(counter) ?? counter.stored + counter.sent
        counter.sent = 0
      }
    },
    putBack(returned) {
      for (const counter of returned) {
        counter.pending += counter.sent
        counter.sent = 0
        enqueue(counter)
      }
    },
    correct(meter, stored) {
      counterOf(meter).stored = stored
    },
  }
}
