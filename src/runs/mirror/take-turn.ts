import { type Clock, toSec } from '../../lib/clock.ts'
import type { PoliteClient } from '../../sources/http/polite-client.ts'
import { type Answer, type Call, firstCalls, type Mirrored } from '../../sources/mirror/answer.ts'
import { type Crawled, type CrawlProgress, crawl } from '../../sources/mirror/crawl.ts'
import type { FetchedAnswer, Outcome } from '../../sources/mirror/fetch-answer.ts'
import type { Origin } from '../../sources/mirror/origin.ts'
import type { MirrorReceipt } from '../../sources/mirror/receipt.ts'
import type { Store } from '../../store/store.ts'
import type { ExamineImport } from '../import/import-files.ts'
import { loadReceipts, MirrorWriter, type WrittenTotals } from './mirror-writer.ts'

export interface TurnOptions {
  store: Store
  clock: Clock
  client: PoliteClient
  origin: Origin
  answers: readonly Answer[]
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
  onProgress?: ((progress: TurnProgress) => void) | undefined
}

export interface TurnProgress extends CrawlProgress {
  rows: number
}

export interface TurnSummary extends Omit<WrittenTotals, 'problems'> {
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
export async function takeTurn(options: TurnOptions): Promise<TurnSummary> {
  const turn = new Turn(options, await loadReceipts(options.store, options.origin.name))
  try {
    await turn.run(options.answers.flatMap(firstCalls))
    const inOrder = options.answers.toSorted(
      (a, b) => Number(a.isLast ?? false) - Number(b.isLast ?? false),
    )
    for (const { calls } of inOrder)
      if (typeof calls === 'function') await turn.run(await listCalls(calls, options))
  } finally {
    turn.end()
  }
  return turn.summary
}

type CallsOfStore = Extract<Answer['calls'], (...args: never[]) => unknown>

/** Calls by what the store knows now, after what was fetched before is in it. */
async function listCalls(
  calls: CallsOfStore,
  { store, clock, sinceSec, listCoins }: Omit<TurnOptions, 'isDryRun'>,
): Promise<Call[]> {
  const snapshot = store.snapshot()
  const lists = await Promise.all(listCoins.map((list) => list(snapshot)))
  const coins = [...new Set(lists.flat())].sort()
  return calls(snapshot, { nowSec: toSec(clock.nowMs()), sinceSec, coins })
}

class Turn {
  readonly summary = emptySummary()
  readonly #options: TurnOptions
  readonly #answers: ReadonlyMap<string, Answer>
  readonly #receipts: ReadonlyMap<string, MirrorReceipt>
  readonly #writer: MirrorWriter

  constructor(options: TurnOptions, receipts: ReadonlyMap<string, MirrorReceipt>) {
    this.#options = options
    this.#receipts = receipts
    this.#answers = new Map(options.answers.map((answer) => [answer.operation, answer]))
    this.#writer = new MirrorWriter({
      ...options,
      origin: options.origin.name,
      answers: this.#answers,
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
      answers: this.#answers,
      receipts: this.#receipts,
      nowSec: () => toSec(clock.nowMs()),
      ...(isDryRun ? { maxDetails: SAMPLE_DETAILS } : {}),
      onProgress: (progress) => onProgress?.({ ...progress, rows: total(this.summary.readRows) }),
    })
  }

  async #take(one: Crawled): Promise<void> {
    if (one.kind === 'answer') note(this.summary, one.answer)
    if (this.#options.isDryRun) return
    if (one.kind === 'answer') await this.#writer.add(one.answer)
    else await this.#writer.addReceipt(one.receipt)
  }
}

/** What a turn would fetch: calls of each operation. */
export interface TurnPlan {
  operations: { operation: string; calls: number }[]
  unavailable: string[]
}

/** Fetches the lists only, to count what they lead to. */
export async function planTurn(options: Omit<TurnOptions, 'isDryRun'>): Promise<TurnPlan> {
  const { store, clock, origin } = options
  const answers = new Map(options.answers.map((answer) => [answer.operation, answer]))
  const nowSec = () => toSec(clock.nowMs())
  const counts = new Map(options.answers.map(({ operation }) => [operation, 0]))
  const count = (call: Call) => {
    if (origin.locate(call) !== undefined && answers.has(call.operation))
      counts.set(call.operation, (counts.get(call.operation) ?? 0) + 1)
  }
  const starts: Call[] = []
  for (const answer of options.answers) {
    starts.push(...firstCalls(answer))
    if (typeof answer.calls === 'function')
      for (const call of await listCalls(answer.calls, options)) count(call)
  }
  for (const start of starts) count(start)
  const lists = starts.filter(({ operation }) => answers.get(operation)?.details !== undefined)
  const receipts = await loadReceipts(store, origin.name)
  const { client, window } = options
  const crawled = crawl(lists, { client, window, origin, answers, receipts, nowSec, maxDetails: 0 })
  for await (const one of crawled)
    if (one.kind === 'answer') for (const call of one.answer.details) count(call)
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

function emptySummary(): TurnSummary {
  return {
    calls: 0,
    outcomes: { read: 0, unchanged: 0, missing: 0, refused: 0, failed: 0, unknown: 0 },
    readRows: {},
    unavailable: [],
    problems: [],
    runs: [],
    accepted: 0,
    rejected: 0,
    held: 0,
  }
}

function note(
  summary: TurnSummary,
  { call, outcome, rows, problems, address }: FetchedAnswer,
): void {
  summary.calls++
  summary.outcomes[outcome]++
  for (const { fact, rows: read } of rows)
    summary.readRows[fact.name] = (summary.readRows[fact.name] ?? 0) + read.length
  if (outcome === 'refused') summary.unavailable.push(`${call.operation}: ${problems.join(' ')}`)
  else if (outcome === 'missing' && Object.keys(call.params).length === 0)
    summary.unavailable.push(`${call.operation}: the origin does not have ${address}`)
  else
    summary.problems.push(...problems.slice(0, Math.max(0, MAX_PROBLEMS - summary.problems.length)))
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
