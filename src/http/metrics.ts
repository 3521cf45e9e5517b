import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CacheResult } from '../cache/responses.ts'
import type { JobState } from '../live/model/job-state.ts'
import type { Store } from '../store/store.ts'
import type { Route } from './route.ts'

/**
 * What is measured, for Prometheus. Labels hold operation ids and statuses, never addresses, so no
 * key can appear.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Counter
  readonly #seconds: Histogram
  readonly #cache: Counter
  /** Ready-made label children: looking labels up costs more than counting. */
  readonly #statuses = new Map<string, ReturnType<Counter['labels']>>()
  readonly #sources = new Map<Route, Map<CacheResult, ReturnType<Counter['labels']>>>()

  constructor(store: Store, liveJobs: () => JobState[]) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Counter({
      name: 'almanac_requests_total',
      help: 'Answers by operation and status.',
      labelNames: ['operation', 'status'],
      registers,
    })
    this.#seconds = new Histogram({
      name: 'almanac_request_seconds',
      help: 'Time to answer.',
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    })
    this.#cache = new Counter({
      name: 'almanac_answers_total',
      help: 'Where answers came from.',
      labelNames: ['operation', 'from'],
      registers,
    })
    new Gauge({
      name: 'almanac_data_version',
      help: 'Newest committed run.',
      registers,
      collect() {
        this.set(store.journal.latest)
      },
    })
    new Gauge({
      name: 'almanac_runs',
      help: 'Runs by state.',
      labelNames: ['state'],
      registers,
      collect() {
        this.reset()
        for (const run of store.journal.list()) this.inc({ state: run.state })
      },
    })
    const perSource = (name: string, help: string, value: (job: JobState) => number | null) =>
      new Gauge({
        name,
        help,
        labelNames: ['source'],
        registers,
        collect() {
          this.reset()
          for (const job of liveJobs()) {
            const now = value(job)
            if (now !== null) this.set({ source: job.id }, now)
          }
        },
      })
    perSource(
      'almanac_source_newest_seconds',
      'End of the newest period of a live source in the store, Unix seconds.',
      (job) => job.newestSec,
    )
    perSource('almanac_source_running', 'Whether a live source is being read.', (job) =>
      job.isRunning ? 1 : 0,
    )
    perSource(
      'almanac_source_failing',
      'Whether the last reading of a live source failed.',
      (job) => (job.lastError === null ? 0 : 1),
    )
    perSource(
      'almanac_source_periods_left',
      'Periods still to be read in the turn that is running.',
      (job) => (job.progress === null ? null : job.progress.total - job.progress.done),
    )
  }

  observe(operation: string, status: number, seconds: number): void {
    const label = `${operation} ${status}`
    let child = this.#statuses.get(label)
    if (child === undefined) {
      child = this.#requests.labels(operation, String(status))
      this.#statuses.set(label, child)
    }
    child.inc()
    this.#seconds.observe(seconds)
  }

  count(route: Route, from: CacheResult): void {
    const known = this.#sources.get(route)?.get(from)
    const child = known ?? this.#cache.labels(route.id, from)
    if (known === undefined)
      this.#sources.set(route, new Map(this.#sources.get(route)).set(from, child))
    child.inc()
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }
}
