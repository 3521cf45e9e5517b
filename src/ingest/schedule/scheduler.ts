import { Cron } from 'croner'
import { toSec } from '../../lib/clock.ts'
import { NotYetError } from '../live/chains.ts'
import type { LiveContext } from '../live/live-context.ts'
import type { LiveJob } from '../live/live-job.ts'
import { runLive } from '../live/live-run.ts'
import { findNewestSec } from '../receipts/receipt.ts'
import { listDue } from './due-periods.ts'
import { type JobState, newJobState } from './job-state.ts'
import { listReplacedPeriods } from './revise-replaced.ts'
import { Turns } from './turns.ts'

export interface SchedulerOptions {
  /** Turns at the same time, over all jobs. */
  concurrency: number
  /** A turn begins up to this much later than it is due, so that not all jobs ask their nodes in the same second. */
  jitterMs: number
  /** Between 0 and 1. */
  chance: () => number
}

const RETRY_MS = 60_000

/** Reads every job when it is due: never twice at once, what was missed first, and again a while later when it failed. */
export class Scheduler {
  readonly #context: LiveContext
  readonly #options: SchedulerOptions
  readonly #jobs = new Map<string, { job: LiveJob; state: JobState; cron?: Cron }>()
  readonly #turns: Turns
  readonly #timers = new Set<NodeJS.Timeout>()
  #isStopped = false

  constructor(context: LiveContext, jobs: readonly LiveJob[], options: SchedulerOptions) {
    this.#context = context
    this.#options = options
    this.#turns = new Turns(options.concurrency)
    for (const job of jobs) this.#jobs.set(job.id, { job, state: newJobState(job) })
  }

  /** Begins to watch the clock; what was missed while nothing ran is read at once. */
  async start(): Promise<void> {
    for (const entry of this.#jobs.values()) {
      entry.state.newestSec = await newestOf(this.#context, entry.job)
      entry.cron = new Cron(entry.job.cadence, { timezone: 'UTC', unref: true }, () => this.#later(entry.job, this.#jitter()))
      this.#later(entry.job, this.#jitter())
    }
  }

  states(): JobState[] {
    return [...this.#jobs.values()].map(({ state, cron }) => {
      const next = cron?.nextRun()
      return { ...state, nextSec: next === null || next === undefined ? null : toSec(next.getTime()) }
    })
  }

  findJob(name: string): LiveJob | undefined {
    const entries = [...this.#jobs.values()]
    return (this.#jobs.get(name) ?? entries.find(({ job }) => job.sources.some(({ id }) => id === name || id.endsWith(`:${name}`))))?.job
  }

  /** Work on a job that nothing else of it overlaps. */
  alone<T>(job: LiveJob, work: (state: JobState) => Promise<T>): Promise<T> {
    const state = this.#jobs.get(job.id)?.state ?? newJobState(job)
    return this.#turns.take(job.id, async () => {
      state.isRunning = true
      try {
        return await work(state)
      } finally {
        state.isRunning = false
        state.progress = null
      }
    })
  }

  /** One turn of a job: revises what rests on replaced blocks, then reads what is due. Returns the runs it made. */
  turn(job: LiveJob): Promise<number[]> {
    return this.alone(job, async (state) => {
      const context = this.#context
      const runs: number[] = []
      const nowSec = toSec(context.clock.nowMs())
      const { due, skippedFromSec } = listDue(job.step, await newestOf(context, job), nowSec)
      if (skippedFromSec !== null)
        context.log.warn({ job: job.id, since: skippedFromSec }, 'too much was missed: run a backfill for the rest')
      const periods = [...(await listReplacedPeriods(context, job)), ...due]
      state.progress = { done: 0, total: periods.length }
      for (const period of periods) {
        if (this.#isStopped) break
        const { run } = await runLive(context, job, period)
        runs.push(run.id)
        state.lastRun = run.id
        state.newestSec = Math.max(state.newestSec ?? 0, period.atSec)
        state.progress.done++
      }
      state.lastError = null
      state.lastErrorSec = null
      return runs
    })
  }

  /** Lets running turns finish and starts no more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const { cron } of this.#jobs.values()) cron?.stop()
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#turns.idle()
  }

  #jitter(): number {
    return Math.floor(this.#options.chance() * this.#options.jitterMs)
  }

  #later(job: LiveJob, delayMs: number): void {
    if (this.#isStopped) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      // A turn that is still at it will read what has become due meanwhile at the next one.
      if (this.#turns.isBusy(job.id)) return
      this.turn(job).catch((error: unknown) => this.#failed(job, error))
    }, delayMs).unref()
    this.#timers.add(timer)
  }

  #failed(job: LiveJob, error: unknown): void {
    const state = this.#jobs.get(job.id)?.state
    const message = error instanceof Error ? error.message : String(error)
    if (state !== undefined) {
      state.lastError = message.split('\n')[0] ?? ''
      state.lastErrorSec = toSec(this.#context.clock.nowMs())
    }
    const isEarly = error instanceof NotYetError
    this.#context.log[isEarly ? 'info' : 'error']({ job: job.id, reason: message }, isEarly ? 'not yet safe to read' : 'live run failed')
    this.#later(job, RETRY_MS + this.#jitter())
  }
}

/** End of the newest period that every source of a job has in the store. */
async function newestOf({ store }: LiveContext, job: LiveJob): Promise<number | null> {
  let newest: number | null = null
  for (const source of job.sources) {
    const last = await findNewestSec(store, source.id)
    if (last === null) return null
    newest = newest === null ? last : Math.min(newest, last)
  }
  return newest
}
