import { DAY_SEC } from '../../lib/clock.ts'
import type { PoliteClient } from '../http/polite-client.ts'
import type { Answer, Call } from './answer.ts'
import { type FetchedAnswer, fetchAnswer } from './fetch-answer.ts'
import type { Origin } from './origin.ts'
import type { MirrorReceipt } from './receipt.ts'

/** An address is fetched again after this time even if no list says that it changed. */
const MAX_AGE_SEC = DAY_SEC
// As many in a row that fail for good say that the origin is gone.
const MAX_FAILURES_IN_A_ROW = 3

export interface CrawlOptions {
  client: PoliteClient
  origin: Origin
  answers: ReadonlyMap<string, Answer>
  receipts: ReadonlyMap<string, MirrorReceipt>
  /** Calls that are open or waiting to be written, at most. */
  window: number
  nowSec(): number
  /** At most this many details of each operation, for a look at what would come. */
  maxDetails?: number
  /** Done and left so far, of what is known by then. */
  onProgress?: (progress: CrawlProgress) => void
}

export interface CrawlProgress {
  done: number
  left: number
  /** Addresses that lists say have not changed. */
  skipped: number
  address: string
}

/** The origin stopped answering. */
export class OriginGone extends Error {
  override name = 'OriginGone'
}

/** `receipt`: all details of a list are there, so that it need not be fetched again. */
export type Crawled =
  | { kind: 'answer'; answer: FetchedAnswer }
  | { kind: 'receipt'; receipt: MirrorReceipt }

/** A list whose details are not all there yet: its receipt waits for them. */
interface OpenList {
  receipt: MirrorReceipt | null
  left: number
}

/** Fetches calls and everything they lead to: lists first, then the details that changed. */
export async function* crawl(
  starts: readonly Call[],
  options: CrawlOptions,
): AsyncGenerator<Crawled, void, undefined> {
  const crawling = new Crawl(options)
  crawling.add(starts, undefined)
  for (;;) {
    const fetched = await crawling.next()
    if (fetched === undefined) return
    yield* fetched
  }
}

class Crawl {
  readonly #options: CrawlOptions
  readonly #queue: { call: Call; list: OpenList | undefined }[] = []
  readonly #open = new Map<Call, Promise<Done>>()
  readonly #seen = new Set<string>()
  readonly #refused = new Set<string>()
  readonly #detailCounts = new Map<string, number>()
  #done = 0
  #skipped = 0
  #failuresInARow = 0

  constructor(options: CrawlOptions) {
    this.#options = options
  }

  /** Queues the calls that are due, each address once. Returns how many. */
  add(calls: readonly Call[], list: OpenList | undefined): number {
    let added = 0
    for (const call of calls) {
      const located = this.#options.origin.locate(call)
      if (located === undefined || this.#seen.has(located.address)) continue
      this.#seen.add(located.address)
      const isDetail = list !== undefined
      if ((isDetail || call.mark !== '') && !this.#isDue(call, located.address)) {
        this.#skipped++
        continue
      }
      if (isDetail && !this.#isWithinSample(call)) continue
      this.#queue.push({ call, list })
      added++
    }
    return added
  }

  /** The next answers that are there, in no particular order; undefined at the end. */
  async next(): Promise<Crawled[] | undefined> {
    while (this.#open.size < this.#options.window) {
      const next = this.#queue.shift()
      if (next === undefined) break
      if (!this.#refused.has(next.call.operation))
        this.#open.set(next.call, this.#fetch(next.call, next.list))
      else if (next.list !== undefined) next.list.receipt = null
    }
    if (this.#open.size === 0) return undefined
    const { fetched, list } = await Promise.race(this.#open.values())
    this.#open.delete(fetched.call)
    this.#done++
    this.#watch(fetched)
    const results = this.#settle(fetched, list)
    this.#options.onProgress?.({
      done: this.#done,
      left: this.#queue.length + this.#open.size,
      skipped: this.#skipped,
      address: fetched.address,
    })
    return results
  }

  async #fetch(call: Call, list: OpenList | undefined): Promise<Done> {
    const { origin, answers, client, receipts, nowSec } = this.#options
    const located = origin.locate(call)
    const answer = answers.get(call.operation)
    if (located === undefined || answer === undefined)
      throw new Error(`Nothing reads answers of ${call.operation}.`)
    const marked = { ...call, mark: markOf(answer, call) }
    const known = receipts.get(located.address)
    const fetched = await fetchAnswer({
      client,
      answer,
      call: marked,
      located,
      // A list that did not change would not say which of its details are old.
      known: known !== undefined && this.#mayBeConditional(answer, known) ? known : undefined,
      nowSec: nowSec(),
    })
    return { fetched: { ...fetched, call }, list }
  }

  /** Details are queued; the receipt of a list follows when all of them are there. */
  #settle(fetched: FetchedAnswer, list: OpenList | undefined): Crawled[] {
    const own: OpenList = { receipt: fetched.receipt, left: 0 }
    own.left = this.add(fetched.details, own)
    const answer = own.left > 0 ? { ...fetched, receipt: null } : fetched
    const results: Crawled[] = [{ kind: 'answer', answer }]
    if (list === undefined) return results
    list.left--
    if (fetched.receipt === null && own.left === 0) list.receipt = null
    if (list.left === 0 && list.receipt !== null)
      results.push({ kind: 'receipt', receipt: list.receipt })
    return results
  }

  #watch({ outcome, call, problems }: FetchedAnswer): void {
    if (outcome === 'refused') this.#refused.add(call.operation)
    this.#failuresInARow = outcome === 'failed' ? this.#failuresInARow + 1 : 0
    if (this.#failuresInARow >= MAX_FAILURES_IN_A_ROW)
      throw new OriginGone(
        `${this.#options.origin.name} no longer answers: ${problems.join(' ')}. What was fetched is stored; the next turn goes on from there.`,
      )
  }

  #isDue(call: Call, address: string): boolean {
    const { answers, receipts, nowSec } = this.#options
    const answer = answers.get(call.operation)
    const known = receipts.get(address)
    if (answer === undefined) return false
    if (known === undefined || known.mark !== markOf(answer, call)) return true
    return nowSec() - known.fetchedAtSec >= MAX_AGE_SEC
  }

  #mayBeConditional(answer: Answer, known: MirrorReceipt): boolean {
    if (versionOf(known.mark) !== String(answer.version ?? 1)) return false
    if (answer.details === undefined) return true
    const { maxDetails, nowSec } = this.#options
    return maxDetails === undefined && nowSec() - known.fetchedAtSec < MAX_AGE_SEC
  }

  #isWithinSample({ operation }: Call): boolean {
    const count = this.#detailCounts.get(operation) ?? 0
    this.#detailCounts.set(operation, count + 1)
    return count < (this.#options.maxDetails ?? Number.POSITIVE_INFINITY)
  }
}

interface Done {
  fetched: FetchedAnswer
  list: OpenList | undefined
}

function markOf(answer: Answer, call: Call): string {
  return `${answer.version ?? 1}:${call.mark}`
}

function versionOf(mark: string): string {
  return mark.slice(0, mark.indexOf(':'))
}
