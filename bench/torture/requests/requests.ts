import { BENCH_KEY, type Service, withService } from '../../support/processes.ts'
import type { Report } from '../../support/report.ts'
import { Problems, Random, type TortureOptions, untilMs } from '../part.ts'
import { askAtRest, MAX_SETTLE_MS, measureAtRest, sameAgainMs, writeUse } from './at-rest.ts'
import { listEndpoints } from './endpoints.ts'
import { exchange, noteProblems } from './exchange.ts'
import { hostileCase, type Source } from './hostile-requests.ts'

const CONNECTIONS = 24
/** Until then caches and pools fill; what is used afterwards is compared with this. */
const WARM_UP_SHARE = 0.2
const PROGRESS_MS = 10_000

/** Hostile requests to every endpoint, over raw sockets, against the whole service. */
export function tortureRequests(report: Report, options: TortureOptions): Promise<void> {
  return withService({ ALMANAC_CLOCK: new Date().toISOString() }, async (service) => {
    const endpoints = await listEndpoints(service.url)
    const source: Source = { random: new Random(options.seed), endpoints, key: BENCH_KEY }
    const before = await askAtRest(service)
    const storm = new Storm(service, source)
    const startedMs = performance.now()
    const sendShare = (share: number) =>
      storm.send(Math.ceil(options.requests * share), untilMs(startedMs, options, share))
    await sendShare(WARM_UP_SHARE)
    const warm = await measureAtRest(service)
    await sendShare(1)
    const seconds = Math.round((performance.now() - startedMs) / 1000)
    const sameMs = await sameAgainMs(service, before)
    const end = await measureAtRest(service)
    report.section('Torture: hostile requests over raw sockets')
    report.add(
      'requests',
      `${number(storm.requests)} of ${number(options.requests)} on ${number(storm.connections)} connections to ${endpoints.length} endpoints in ${seconds} s, seed ${options.seed}`,
    )
    storm.write(report)
    report.add(
      'plain answers afterwards',
      sameMs === undefined ? 'other' : `the same bytes after ${Math.ceil(sameMs / 1000)} s`,
      `the same within ${MAX_SETTLE_MS / 1000} s`,
      sameMs !== undefined,
    )
    writeUse(report, warm, end)
  })
}

/** What was sent, and what became of it, by how often. */
class Storm {
  readonly #port: number
  readonly #source: Source
  readonly #documented: ReadonlySet<number>
  requests = 0
  connections = 0
  readonly #unanswered = new Map<string, number>()
  readonly #statuses = new Map<number, number>()
  readonly #kinds = new Map<string, number>()
  readonly #problems = new Problems()

  constructor({ url }: Service, source: Source) {
    this.#port = Number(new URL(url).port)
    this.#source = source
    const documented = source.endpoints.flatMap(({ statuses }) => [...statuses])
    this.#documented = new Set([...documented, 204])
  }

  /** Sends until so many requests were sent, or it is so late. */
  async send(until: number, endMs: number): Promise<void> {
    const sender = async () => {
      while (this.requests < until && performance.now() < endMs) await this.#sendNext()
    }
    const timer = setInterval(
      () => console.log(`  … ${number(this.requests)} requests, problems: ${this.#problems.all}`),
      PROGRESS_MS,
    )
    await Promise.all(Array.from({ length: CONNECTIONS }, sender))
    clearInterval(timer)
  }

  async #sendNext(): Promise<void> {
    const hostile = hostileCase(this.#source, this.connections++)
    const { kind } = hostile
    this.requests += kind === 'pipelined' ? hostile.requests : 1
    const exchanged = await exchange(this.#port, hostile)
    count(this.#kinds, kind)
    if (exchanged.responses.length === 0)
      count(this.#unanswered, hostile.isAborted ? 'the sender left' : kind)
    for (const { status } of exchanged.responses) count(this.#statuses, status)
    noteProblems(this.#problems, hostile, exchanged, this.#documented)
  }

  write(report: Report): void {
    const list = (counts: Iterable<readonly [number | string, number]>) =>
      [...counts].map(([key, times]) => `${key}: ${number(times)}`).join(', ')
    report.add('connections by kind', list(this.#kinds))
    report.add('answers by status', list([...this.#statuses].sort(([a], [b]) => a - b)))
    report.add('connections closed without a response', list(this.#unanswered))
    this.#problems.write(report, {
      'faults of the service (5xx that is not overload)': /fault/,
      'statuses that are not documented': /documented/,
      'stacks, paths or statements in bodies': /^a leak$/,
      'errors in another shape': /shape/,
      'requests smuggled behind another': /more responses/,
      'connections without an end, or refused': /^no /,
    })
  }
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
