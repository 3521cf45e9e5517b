import { type Clock, toSec } from '../../lib/clock.ts'
import type { RateLimitedClient } from '../../sources/http/rate-limited-client.ts'
import { type Crawled, type CrawlProgress, crawl } from '../../sources/mirror/crawl.ts'
import type {
  FetchedResponse,
  MirrorReceipt,
  Outcome,
} from '../../sources/mirror/fetch-response.ts'
import type { Origin } from '../../sources/mirror/origin.ts'
import {
  type Call,
  firstCalls,
  type Mirrored,
  type ResponseReader,
} from '../../sources/mirror/response.ts'
import type { Store } from '../../store/store.ts'
import type { ExamineImport } from '../import/import-files.ts'
import { loadReceipts, MirrorWriter, type WrittenTotals } from './mirror-writer.ts'

export interface CycleOptions {
  store: Store
  clock: Clock
  client: RateLimitedClient
  origin: Origin
  responses: readonly ResponseReader[]
  /** Of the mirrored domains: ids of the coins that their facts name. */
  listCoins: readonly NonNullable<Mirrored['listCoins']>[]
  sinceSec: number
  workDir: string
  /** Calls in parallel. */
  window: number
  /** Nothing is stored, and of each operation only a few details are fetched. */
  isDryRun: boolean
  /** Has what is new examined; absent: the origin is trusted. */
  examine?: ExamineImport | undefined
  onProgress?: ((progress: CycleProgress) => void) | undefined
}

export interface CycleProgress extends CrawlProgress {
  rows: number
}

export interface CycleSummary extends Omit<WrittenTotals, 'problems'> {
  calls: number
  outcomes: Record<Outcome, number>
  /** Rows read from answers, by fact; many of them may be known already. */
  readRows: Record<string, number>
  /** Operations that need a key or that the origin does not have or refuses. */
  unavailable: string[]
  problems: string[]
}

const SAMPLE_DETAILS = 3
const MAX_PROBLEMS = 200

/** Reads everything that changed at the origin and stores it, run by run. */
export async function runCycle(options: CycleOptions): Promise<CycleSummary> {
  const cycle = new Cycle(options, await loadReceipts(options.store, options.origin.name))
  try {
    await cycle.run(options.responses.flatMap(firstCalls))
    const inOrder = options.responses.toSorted(
      (a, b) => Number(a.isLast ?? false) - Number(b.isLast ?? false),
    )
    for (const { calls } of inOrder)
      if (typeof calls === 'function') await cycle.run(await listCalls(calls, options))
  } finally {
    cycle.end()
  }
  return cycle.summary
}

type CallsOfStore = Extract<ResponseReader['calls'], (...args: never[]) => unknown>

/** Calls by what the store knows now, after what was fetched before is in it. */
async function listCalls(
  calls: CallsOfStore,
  { store, clock, sinceSec, listCoins }: Omit<CycleOptions, 'isDryRun'>,
): Promise<Call[]> {
  const snapshot = store.snapshot()
  const lists = await Promise.all(listCoins.map((list) => list(snapshot)))
  const coins = [...new Set(lists.flat())].sort()
  return calls(snapshot, { nowSec: toSec(clock.nowMs()), sinceSec, coins })
}

class Cycle {
  readonly summary = emptySummary()
  readonly #options: CycleOptions
  readonly #responses: ReadonlyMap<string, ResponseReader>
  readonly #receipts: ReadonlyMap<string, MirrorReceipt>
  readonly #writer: MirrorWriter

  constructor(options: CycleOptions, receipts: ReadonlyMap<string, MirrorReceipt>) {
    this.#options = options
    this.#receipts = receipts
    this.#responses = new Map(options.responses.map((response) => [response.operation, response]))
    this.#writer = new MirrorWriter({
      ...options,
      origin: options.origin.name,
      responses: this.#responses,
    })
  }

  async run(calls: readonly Call[]): Promise<void> {
    this.summary.unavailable.push(...listKeyed(this.#options.origin, calls))
    try {
      for await (const one of this.#crawl(calls)) await this.#take(one)
    } finally {
      // What was fetched before a failure counts.
      if (!this.#options.isDryRun) await this.#writer.flush()
    }
  }

  end(): void {
    const { problems, ...written } = this.#writer.totals
    Object.assign(this.summary, written)
    this.summary.problems.push(...problems)
  }

  #crawl(calls: readonly Call[]): AsyncGenerator<Crawled, void, undefined> {
    const { client, origin, window, clock, isDryRun, onProgress } = this.#options
    return crawl(calls, {
      client,
      origin,
      window,
      responses: this.#responses,
      receipts: this.#receipts,
      nowSec: () => toSec(clock.nowMs()),
      ...(isDryRun ? { maxDetails: SAMPLE_DETAILS } : {}),
      onProgress: (progress) => onProgress?.({ ...progress, rows: total(this.summary.readRows) }),
    })
  }

  async #take(one: Crawled): Promise<void> {
    if (one.kind === 'response') note(this.summary, one.response)
    if (this.#options.isDryRun) return
    if (one.kind === 'response') await this.#writer.add(one.response)
    else await this.#writer.addReceipt(one.receipt)
  }
}

/** What a cycle would fetch: calls of each operation. */
export interface CyclePlan {
  operations: { operation: string; calls: number }[]
  unavailable: string[]
}

/** Fetches the lists only, to count what they lead to. */
export async function planCycle(options: Omit<CycleOptions, 'isDryRun'>): Promise<CyclePlan> {
  const { store, clock, origin } = options
  const responses = new Map(options.responses.map((response) => [response.operation, response]))
  const nowSec = () => toSec(clock.nowMs())
  const counts = new Map(options.responses.map(({ operation }) => [operation, 0]))
  const count = (call: Call) => {
    if (origin.locate(call) !== undefined && responses.has(call.operation))
      counts.set(call.operation, (counts.get(call.operation) ?? 0) + 1)
  }
  const starts: Call[] = []
  for (const response of options.responses) {
    starts.push(...firstCalls(response))
    if (typeof response.calls === 'function')
      for (const call of await listCalls(response.calls, options)) count(call)
  }
  for (const start of starts) count(start)
  const lists = starts.filter(({ operation }) => responses.get(operation)?.details !== undefined)
  const receipts = await loadReceipts(store, origin.name)
  const { client, window } = options
  const known = { responses, receipts, nowSec }
  for await (const one of crawl(lists, { client, window, origin, ...known, maxDetails: 0 }))
    if (one.kind === 'response') for (const call of one.response.details) count(call)
  return {
    operations: [...counts].map(([operation, calls]) => ({ operation, calls })),
    unavailable: listKeyed(origin, starts),
  }
}

function listKeyed(origin: Origin, calls: readonly Call[]): string[] {
  return calls
    .filter((call) => origin.locate(call) === undefined)
    .map(({ operation }) => `${operation} needs a key`)
}

function emptySummary(): CycleSummary {
  return {
    ...{ calls: 0, accepted: 0, rejected: 0, held: 0, readRows: {} },
    outcomes: { read: 0, unchanged: 0, missing: 0, refused: 0, failed: 0, unknown: 0 },
    ...{ unavailable: [], problems: [], runs: [] },
  }
}

function note(
  summary: CycleSummary,
  { call, outcome, rows, problems, path }: FetchedResponse,
): void {
  summary.calls++
  summary.outcomes[outcome]++
  for (const { fact, rows: read } of rows)
    summary.readRows[fact.name] = (summary.readRows[fact.name] ?? 0) + read.length
  if (outcome === 'refused') summary.unavailable.push(`${call.operation}: ${problems.join(' ')}`)
  else if (outcome === 'missing' && Object.keys(call.params).length === 0)
    summary.unavailable.push(`${call.operation}: the origin does not have ${path}`)
  else
    summary.problems.push(...problems.slice(0, Math.max(0, MAX_PROBLEMS - summary.problems.length)))
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
