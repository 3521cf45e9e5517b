import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { SharedRateLimiter, type Taken } from '../../accounts/rate-limit.ts'
import type { App, Siblings } from '../../app.ts'
import { type Figures, joinFigures } from '../../http/metrics.ts'
import { backoffMs } from '../../lib/backoff.ts'
import { UsageError } from '../../lib/errors.ts'
import { Channel } from './channel.ts'

const MAIN = 'main'

/** One of the places for workers; the process in it may be replaced. */
interface Slot {
  readonly name: string
  process: Worker | undefined
  channel: Channel | undefined
  startedMs: number
  /** Ends in a row, each soon after its start. */
  failures: number
  isReady: boolean
  retry: NodeJS.Timeout | undefined
}

/** Processes that serve HTTP on one port, accepted here; one that ends is started again. */
export class WorkerPool implements Siblings {
  /** Counts what all workers let in, so that a new one begins with it. */
  readonly limiter = new SharedRateLimiter()
  /** What workers let in goes to other machines, and what those let in to all workers. */
  readonly rates = {
    drain: (): Taken[] => {
      const taken = this.#untold ?? []
      this.#untold = []
      return taken
    },
    add: (taken: readonly Taken[], nowMs: number): void => {
      this.limiter.add(taken, nowMs)
      this.#tellWorkers([...taken])
    },
  }
  /** Collected from the first time that it is requested. */
  #untold: Taken[] | undefined
  readonly #log: Logger
  readonly #slots: Slot[]
  #main: Pick<App, 'clock' | 'metrics'> | undefined
  readonly #listening = Promise.withResolvers<string>()
  readonly #ready = Promise.withResolvers<void>()
  #isReleased = false
  #isStopping = false

  constructor(count: number, log: Logger) {
    this.#log = log
    this.#slots = Array.from({ length: count }, (_, index) => ({
      ...{ name: `worker-${index + 1}`, startedMs: 0, failures: 0, isReady: false },
      ...{ process: undefined, channel: undefined, retry: undefined },
    }))
    // A start may fail for another reason before anything waits for these.
    for (const { promise } of [this.#listening, this.#ready]) promise.catch(() => undefined)
  }

  /** Resolves to the URL once the first worker listens; fails when one cannot start. */
  start(main: Pick<App, 'clock' | 'metrics'>, stop: AbortSignal): Promise<string> {
    this.#main = main
    // Figures of metrics may be NaN, which JSON lacks.
    cluster.setupPrimary({ serialization: 'advanced' })
    stop.addEventListener('abort', () => this.#failStart('stopped'), { once: true })
    for (const slot of this.#slots) this.#fork(slot)
    return this.#listening.promise
  }

  /** Lets the workers serve; resolves when all of them do. */
  release(): Promise<void> {
    this.#isReleased = true
    for (const { channel } of this.#slots) channel?.tell('start', null)
    return this.#ready.promise
  }

  /** Of this process and of each worker that answers. */
  readonly metricsText = async (): Promise<string> => {
    const asked = this.#slots.map(
      async ({ name, channel }) => [name, await channel?.ask('figures')] as const,
    )
    const own = [MAIN, await this.#main?.metrics.figures()] as const
    const found = [own, ...(await Promise.all(asked))].flatMap(
      ([name, figures]): [string, Figures][] => (figures === undefined ? [] : [[name, figures]]),
    )
    return joinFigures(new Map(found))
  }

  /** Every worker finishes what it has begun; resolves when all have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(
      this.#slots.map(async ({ process: worker, retry }) => {
        clearTimeout(retry)
        if (worker === undefined || worker.isDead()) return
        const ended = once(worker, 'exit')
        worker.process.kill('SIGTERM')
        await ended
      }),
    )
  }

  #fork(slot: Slot): void {
    const worker = cluster.fork()
    slot.process = worker
    slot.startedMs = performance.now()
    slot.isReady = false
    const port = {
      send: (message: object, sent: (error: Error | null) => void) =>
        worker.isConnected() ? worker.send(message, sent) : sent(null),
      on: (event: 'message', listener: (message: unknown) => void) => worker.on(event, listener),
    }
    const channel = new Channel(port, {
      words: {
        listening: (url) => {
          channel.tell('taken', this.limiter.list(this.#nowMs()))
          if (this.#isReleased) channel.tell('start', null)
          this.#listening.resolve(url)
        },
        ready: () => this.#becameReady(slot),
        failed: (message) => this.#failed(slot, message),
        taken: (taken) => {
          this.limiter.add(taken, this.#nowMs())
          this.#untold?.push(...taken)
          this.#tellWorkers(taken, slot)
        },
      },
      responses: { metrics: this.metricsText, isReady: async () => this.#isReleased },
    })
    slot.channel = channel
    this.#log.info({ worker: slot.name, workerPid: worker.process.pid }, 'a worker was started')
    worker.once('exit', (code, signal) => this.#ended(slot, signal ?? code))
  }

  #tellWorkers(taken: Taken[], except?: Slot): void {
    for (const slot of this.#slots) if (slot !== except) slot.channel?.tell('taken', taken)
  }

  #nowMs(): number {
    return this.#main?.clock.nowMs() ?? Date.now()
  }

  #becameReady(slot: Slot): void {
    slot.isReady = true
    if (this.#slots.every(({ isReady }) => isReady)) this.#ready.resolve()
  }

  #failed({ name }: Slot, message: string): void {
    if (this.#isReleased) this.#log.error({ worker: name }, message)
    this.#failStart(message)
  }

  #ended(slot: Slot, how: number | string): void {
    slot.channel = undefined
    if (this.#isStopping) return
    this.#failStart(`${slot.name} ended while it started (${how}).`)
    const livedMs = performance.now() - slot.startedMs
    const { failures, delayMs } = restartDelayMs(slot.failures, livedMs)
    slot.failures = failures
    this.#log.warn({ worker: slot.name, how, delayMs }, 'a worker ended; starting it again')
    slot.retry = setTimeout(() => this.#fork(slot), delayMs)
  }

  /** Matters only until all are ready for the first time. */
  #failStart(message: string): void {
    for (const { reject } of [this.#listening, this.#ready]) reject(new UsageError(message))
  }
}

const BACKOFF = { firstMs: 250, maxMs: 30_000 }
// A worker that lived this long did not fail because of how it starts.
const STEADY_MS = 60_000

/** How long to wait before a worker is started again: twice as long for each early end in a row. */
export function restartDelayMs(
  failures: number,
  livedMs: number,
): { failures: number; delayMs: number } {
  const now = livedMs >= STEADY_MS ? 1 : failures + 1
  return { failures: now, delayMs: backoffMs(now, BACKOFF) }
}
