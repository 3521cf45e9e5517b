import { at } from '../../lib/at.ts'
import { overloaded } from '../errors.ts'

// A burst passes sooner; workers that are busy for longer have more to do than they can.
const SATURATED_MS = 2_000
// How much the latest work counts in what is typical.
const LATEST_SHARE = 1 / 8

export interface WorkQueueLimits {
  /** Handlers that run at the same time. */
  readonly workers: number
  /** How many of them one caller may have, so that others always find one free. */
  readonly workersPerCaller: number
  /** Requests that wait for a worker; beyond them the caller with most of them is refused. */
  readonly maxWaiting: number
}

interface Waiting {
  readonly sinceMs: number
  start(): void
  refuse(error: Error): void
}

/** The one place where work is admitted: one request of each caller in rotation. */
export class WorkQueue {
  readonly #limits: WorkQueueLimits
  readonly #running = new Map<string, number>()
  /** Callers in rotation, each with its requests in order. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #idle = Promise.withResolvers<void>()
  readonly #nowMs: () => number
  /** Since when all workers have been busy. */
  #saturatedSinceMs: number | undefined
  /** How long work takes at present, with all that runs beside it. */
  #typicalMs: number | undefined
  #runningCount = 0
  #waitingCount = 0
  #isClosed = false

  constructor(limits: WorkQueueLimits, nowMs = () => performance.now()) {
    this.#limits = limits
    this.#nowMs = nowMs
  }

  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw overloaded()
    if (this.#mayStart(caller)) this.#start(caller)
    else await this.#wait(caller)
    const startedMs = this.#nowMs()
    try {
      return await work()
    } finally {
      this.#learn(this.#nowMs() - startedMs)
      this.#finish(caller)
    }
  }

  /** Begins nothing more; ends when nothing runs, so that engines can be closed behind it. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const request of [...this.#waiting.values()].flat()) request.refuse(overloaded())
    this.#waiting.clear()
    this.#waitingCount = 0
    if (this.#runningCount > 0) await this.#idle.promise
  }

  #mayStart(caller: string): boolean {
    const { workers, workersPerCaller } = this.#limits
    const own = this.#running.get(caller) ?? 0
    return this.#runningCount < workers && own < workersPerCaller
  }

  #start(caller: string): void {
    this.#runningCount++
    if (this.#runningCount === this.#limits.workers) this.#saturatedSinceMs ??= this.#nowMs()
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1)
  }

  #finish(caller: string): void {
    this.#runningCount--
    const left = (this.#running.get(caller) ?? 0) - 1
    if (left > 0) this.#running.set(caller, left)
    else this.#running.delete(caller)
    if (this.#runningCount === 0 && this.#isClosed) this.#idle.resolve()
    this.#startNext()
  }

  #startNext(): void {
    for (;;) {
      const next = this.#waiting.keys().find((candidate) => this.#mayStart(candidate))
      if (next === undefined) break
      const request = this.#take(next, 'first')
      if (this.#isTooLate(request)) {
        request.refuse(overloaded())
        continue
      }
      this.#start(next)
      request.start()
      return
    }
    this.#saturatedSinceMs = undefined
  }

  #learn(tookMs: number): void {
    const typicalMs = this.#typicalMs ?? tookMs
    this.#typicalMs = typicalMs + (tookMs - typicalMs) * LATEST_SHARE
  }

  /** Saturated, who has waited longer than work takes is refused: the others get responses soon. */
  #isTooLate({ sinceMs }: Waiting): boolean {
    const nowMs = this.#nowMs()
    const isSaturated = nowMs - (this.#saturatedSinceMs ?? nowMs) >= SATURATED_MS
    return isSaturated && nowMs - sinceMs > (this.#typicalMs ?? 0)
  }

  #wait(caller: string): Promise<void> {
    if (this.#waitingCount >= this.#limits.maxWaiting) this.#makeRoom(caller)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const requests = this.#waiting.get(caller) ?? []
    requests.push({ sinceMs: this.#nowMs(), start: resolve, refuse: reject })
    this.#waiting.set(caller, requests)
    this.#waitingCount++
    return promise
  }

  /** Refuses the newest request of the caller with most of them, which may be this one. */
  #makeRoom(caller: string): void {
    const [greediest, requests] = [...this.#waiting].reduce((most, candidate) =>
      candidate[1].length > most[1].length ? candidate : most,
    )
    if ((this.#waiting.get(caller)?.length ?? 0) + 1 >= requests.length) throw overloaded()
    this.#take(greediest, 'last').refuse(overloaded())
  }

  /** Takes a request out of the queue. A caller whose first one was taken goes to the end. */
  #take(caller: string, which: 'first' | 'last'): Waiting {
    const requests = this.#waiting.get(caller) ?? []
    const request = at(requests, which === 'first' ? 0 : requests.length - 1)
    const left = requests.filter((other) => other !== request)
    this.#waitingCount--
    if (which === 'first' || left.length === 0) this.#waiting.delete(caller)
    if (left.length > 0) this.#waiting.set(caller, left)
    return request
  }
}
