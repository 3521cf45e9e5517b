import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'
import type { CacheResult } from '../cache/responses.ts'
import { type Measured, type MeasuredMetric, measuredMetrics } from './measured.ts'
import type { Route } from './route.ts'

/** Metrics of one process, to be joined with those of other processes. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Metrics of several processes as one text; the label `process` says whose each is. */
export function joinFigures(parts: ReadonlyMap<string, Figures>): Promise<string> {
  const labelled = [...parts].map(([process, figures]) =>
    figures.map((metric) => ({
      ...metric,
      // With a label of their own none are added up, and none may be left out.
      aggregator: 'sum' as const,
      values: metric.values.map((one) => ({ ...one, labels: { ...one.labels, process } })),
    })),
  )
  return AggregatorRegistry.aggregate(labelled).metrics()
}

/** What is measured, for Prometheus. No label holds a URL, so no key can appear. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Counter
  readonly #seconds: Histogram
  readonly #cache: Counter
  /** Ready-made label children: looking labels up costs more than counting. */
  readonly #statuses = new Map<string, ReturnType<Counter['labels']>>()
  readonly #sources = new Map<Route, Map<CacheResult, ReturnType<Counter['labels']>>>()

  readonly #textOfAll: (() => Promise<string>) | undefined

  /** `textOfAll` gives the metrics of all processes of the service, where there are several. */
  constructor(measured: Measured, textOfAll?: () => Promise<string>) {
    this.#textOfAll = textOfAll
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    const counter = (name: string, help: string, labelNames: string[]) =>
      new Counter({ name, help, labelNames, registers })
    const help = 'Answers by operation and status.'
    this.#requests = counter('almanac_requests_total', help, ['operation', 'status'])
    this.#seconds = new Histogram({
      name: 'almanac_request_seconds',
      help: 'Time to answer.',
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    })
    const from = 'Where answers came from.'
    this.#cache = counter('almanac_answers_total', from, ['operation', 'from'])
    for (const metric of measuredMetrics) register(this.#registry, metric, measured)
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
    return this.#textOfAll?.() ?? this.#registry.metrics()
  }

  /** Of this process alone. */
  figures(): Promise<Figures> {
    return this.#registry.getMetricsAsJSON()
  }
}

/** Reads the figures anew each time; one that cannot be read is missing, and the others are not. */
function register(registry: Registry, metric: MeasuredMetric, measured: Measured): void {
  const { name, help, labels, isGauge } = metric
  const read = async () => {
    try {
      return await metric.read(measured)
    } catch {
      return []
    }
  }
  const Metric = isGauge ? Gauge : Counter
  new Metric({
    ...{ name, help, labelNames: [...labels], registers: [registry] },
    async collect() {
      const figures = await read()
      this.reset()
      for (const [values, value] of figures)
        if (this instanceof Gauge) this.set(values, value)
        else this.inc(values, value)
    },
  })
}
