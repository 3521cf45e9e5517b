import { Cron } from 'croner'
import { backoffMs } from '../../lib/backoff.ts'
import { toSec } from '../../lib/clock.ts'
import { UsageError } from '../../lib/errors.ts'
import { KeyedQueue } from '../../lib/keyed-queue.ts'
import { OutageLog } from '../../lib/outage-log.ts'
import { reasonOf } from '../../lib/reason-of.ts'
import { ChainError } from '../../sources/chain/chain-errors.ts'
import { HttpFault } from '../../sources/http/http-fault.ts'
import { UnknownShape } from '../../sources/mirror/read-value.ts'
import { NotYetError } from '../../sources/model/live-source.ts'
import { type JobState, type LiveJob, newJobState } from '../model/live-job.ts'
import type { LiveContext } from '../run/live-context.ts'
import { describeGivenUp, loadKnown, type RunPeriod, runCycle } from './run-cycle.ts'
import { SourceStateLog } from './source-state-log.ts'

const MINUTE_MS = 60_000
// A failure that the first retry makes good is no news.
const FAILING_AFTER_CYCLES = 2
// What nodes, servers and settings bring about; the message alone says what happened.
const EXPECTED_ERRORS = [ChainError, HttpFault, UnknownShape, UsageError]

export interface SchedulerOptions {
  /** When jobs of a daily step look for replaced blocks; others do at every cycle. */
  checkCadence: string
  /** Cycles at the same time, over all jobs. */
  concurrency: number
  /** A cycle begins up to this much late, so that not all jobs call their nodes at once. */
  jitterMs: number
  /** Back-off after failures. */
  retry: { firstMs: number; maxMs: number }
  /** Between 0 and 1. */
  chance: () => number
  run: RunPeriod
}

interface Entry {
  job: LiveJob
  state: JobState
  failedCycles: Map<number, number>
  cron?: Cron
  /** Looks whether a reorg replaced what a daily job has read. */
  check?: Cron
  /** The one planned cycle; another plan only brings it forward. */
  plan?: { timer: NodeJS.Timeout; atMs: number }
  /** Failed cycles in a row. */
  failures: number
  /** It became due while it was busy. */
  isDueAgain: boolean
}

/** Reads every job when it is due: never twice at once, missed periods first, with retries. */
export class Scheduler {
  readonly #context: LiveContext
  readonly #options: SchedulerOptions
  readonly #entries = new Map<string, Entry>()
  readonly #queue: KeyedQueue
  /** One for all jobs: they fail together when a node does. */
  readonly #outage: OutageLog
  readonly #sourceStates: SourceStateLog
  #isStarted = false
  #isStopped = false

  constructor(context: LiveContext, jobs: readonly LiveJob[], options: SchedulerOptions) {
    this.#context = context
    this.#options = options
    this.#queue = new KeyedQueue(options.concurrency)
    this.#sourceStates = new SourceStateLog(context)
    const quietMinutes = Math.ceil(options.retry.maxMs / MINUTE_MS) + 1
    this.#outage = new OutageLog(context.log, 'live run failed', quietMinutes)
    for (const job of jobs) this.#entries.set(job.id, newEntry(job))
  }

  /** Begins to watch the clock; what was missed while nothing ran is read at once. */
  async start(): Promise<void> {
    this.#isStarted = true
    for (const entry of this.#entries.values()) await this.#watch(entry)
  }

  /** Jobs that became known later. */
  async add(jobs: readonly LiveJob[]): Promise<void> {
    for (const job of jobs) {
      const entry = newEntry(job)
      this.#entries.set(job.id, entry)
      if (this.#isStarted) await this.#watch(entry)
    }
  }

  async #watch(entry: Entry): Promise<void> {
    await this.#refresh(entry)
    // A job that is added during the start comes here twice.
    if (this.#isStopped || entry.cron !== undefined) return
    const { cadence, step } = entry.job
    const planAt = (pattern: string) =>
      new Cron(pattern, { timezone: 'UTC', unref: true }, () => this.#plan(entry))
    try {
      entry.cron = planAt(cadence)
    } catch (error) {
      // A wrong pattern must not keep the service from starting.
      this.#note(entry, `The cadence "${cadence}" is not a cron pattern: ${messageOf(error)}`)
      return
    }
    if (step === 'day') entry.check = planAt(this.#options.checkCadence)
    this.#plan(entry)
  }

  states(): JobState[] {
    return [...this.#entries.values()].map(({ state, cron, plan }) => {
      const times = [cron?.nextRun()?.getTime(), plan?.atMs].filter((time) => time !== undefined)
      return { ...state, nextSec: times.length === 0 ? null : toSec(Math.min(...times)) }
    })
  }

  /** The same in a process whose scheduler is not started: from the store. */
  async loadStates(): Promise<JobState[]> {
    if (!this.#isStarted) for (const entry of this.#entries.values()) await this.#refresh(entry)
    return this.states()
  }

  findJob(name: string): LiveJob | undefined {
    const entries = [...this.#entries.values()]
    return (
      this.#entries.get(name) ??
      entries.find(({ job }) =>
        job.sources.some(({ id }) => id === name || id.endsWith(`:${name}`)),
      )
    )?.job
  }

  /** Work on a job that nothing else of it overlaps. */
  alone<T>(job: LiveJob, work: (state: JobState) => Promise<T>): Promise<T> {
    const entry = this.#entries.get(job.id) ?? newEntry(job)
    const { state } = entry
    return this.#queue.run(job.id, async () => {
      if (this.#isStopped)
        throw new UsageError('The service is stopping. Try again when it has started.')
      state.isRunning = true
      try {
        return await work(state)
      } finally {
        await this.#refresh(entry).catch((error: unknown) =>
          this.#context.log.error({ err: error, job: job.id }, 'state of a job not read'),
        )
        state.isRunning = false
        state.progress = null
        if (entry.isDueAgain) this.#plan(entry)
        entry.isDueAgain = false
      }
    })
  }

  /** One cycle of a job. Returns the runs it made. */
  cycle(job: LiveJob): Promise<number[]> {
    const failedCycles = this.#entries.get(job.id)?.failedCycles ?? new Map()
    // A cycle that a person asked for is not ended because another process keeps the schedule.
    const isWatched = this.#isStarted
    const isStopped = () => this.#isStopped || (isWatched && !this.#isStarted)
    const shared = { context: this.#context, run: this.#options.run, isStopped }
    return this.alone(job, (state) => runCycle({ ...shared, job, state, failedCycles }))
  }

  /** Watches the clock no more, until it is started again. */
  pause(): void {
    this.#isStarted = false
    for (const entry of this.#entries.values()) unwatch(entry)
  }

  /** Lets the periods that are being read finish and starts no more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#outage.close()
    for (const entry of this.#entries.values()) unwatch(entry)
    await this.#queue.idle()
    await this.#sourceStates.idle()
  }

  #plan(entry: Entry, pauseMs = 0): void {
    const delayMs = pauseMs + Math.floor(this.#options.chance() * this.#options.jitterMs)
    // Real time: timers do not follow the clock of the context.
    const atMs = Date.now() + delayMs
    const isPlanned = entry.plan !== undefined && entry.plan.atMs <= atMs
    if (this.#isStopped || !this.#isStarted || isPlanned) return
    cancel(entry)
    entry.plan = { atMs, timer: setTimeout(() => this.#begin(entry), delayMs).unref() }
  }

  #begin(entry: Entry): void {
    delete entry.plan
    // A backfill or a long cycle is running: this one follows it.
    if (this.#queue.isBusy(entry.job.id)) {
      entry.isDueAgain = true
      return
    }
    this.cycle(entry.job).then(
      () => this.#succeeded(entry),
      (error: unknown) => this.#failed(entry, error),
    )
  }

  #succeeded(entry: Entry): void {
    if (this.#isStopped) return
    entry.failures = 0
    this.#sourceStates.note(entry.job.id, 'recovered')
    entry.state.lastError = null
    entry.state.lastErrorSec = null
    const givenUp = describeGivenUp(entry.failedCycles)
    if (givenUp !== null) this.#note(entry, givenUp)
  }

  #failed(entry: Entry, error: unknown): void {
    if (this.#isStopped) return
    const reason = messageOf(error)
    this.#setError(entry, reason)
    entry.failures++
    if (error instanceof NotYetError)
      this.#context.log.info({ job: entry.job.id, reason }, 'not yet safe to read')
    else {
      // A stack trace helps only with unexpected errors.
      const isExpected = EXPECTED_ERRORS.some((expected) => error instanceof expected)
      this.#outage.failed(isExpected ? undefined : error, { job: entry.job.id, reason })
      if (entry.failures >= FAILING_AFTER_CYCLES)
        this.#sourceStates.note(entry.job.id, 'failing', reason)
    }
    cancel(entry)
    this.#plan(entry, backoffMs(entry.failures, this.#options.retry))
  }

  #note(entry: Entry, reason: string): void {
    this.#setError(entry, reason)
    this.#context.log.error({ job: entry.job.id, reason }, 'live job has a problem')
  }

  #setError({ state }: Entry, reason: string): void {
    state.lastError = reason
    state.lastErrorSec = toSec(this.#context.clock.nowMs())
  }

  /** The newest period that every source of a job has, and the job's last run. */
  async #refresh({ job, state }: Entry): Promise<void> {
    const known = await loadKnown(this.#context, job)
    const newest = job.sources.map(({ id }) => known.get(id)?.newestSec ?? null)
    state.newestSec = newest.reduce<number | null>(
      (least, sec) => (least === null || sec === null ? null : Math.min(least, sec)),
      newest[0] ?? null,
    )
    const filter = { source: job.id, state: 'committed' } as const
    const [last] = await this.#context.store.journal.listNewest(filter, { limit: 1 })
    state.lastRun = last?.id ?? state.lastRun
  }
}

function newEntry(job: LiveJob): Entry {
  return { job, state: newJobState(job), failedCycles: new Map(), failures: 0, isDueAgain: false }
}

function unwatch(entry: Entry): void {
  entry.cron?.stop()
  entry.check?.stop()
  delete entry.cron
  delete entry.check
  cancel(entry)
}

function cancel(entry: Entry): void {
  clearTimeout(entry.plan?.timer)
  delete entry.plan
}

function messageOf(error: unknown): string {
  return reasonOf(error).split('\n')[0] ?? ''
}
