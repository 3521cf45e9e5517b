import { DAY_SEC } from '../../lib/clock.ts'
import type { RateLimitedClient } from '../http/rate-limited-client.ts'
import { type FetchedResponse, fetchResponse, type MirrorReceipt } from './fetch-response.ts'
import type { Origin } from './origin.ts'
import type { Call, ResponseReader } from './response.ts'

/** A path is fetched again after this time even if no list says that it changed. */
const MAX_AGE_SEC = DAY_SEC
// As many in a row that fail permanently say that the origin is gone.
const MAX_FAILURES_IN_A_ROW = 3

export interface CrawlOptions {
  client: RateLimitedClient
  origin: Origin
  responses: ReadonlyMap<string, ResponseReader>
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
  /** Paths that lists say have not changed. */
  skipped: number
  path: string
}

/** The origin stopped answering. */
export class OriginGone extends Error {
  override name = 'OriginGone'
}

/** `receipt`: all details of a list are there, so that it need not be fetched again. */
export type Crawled =
  | { kind: 'response'; response: FetchedResponse }
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
  for (let next = await crawling.next(); next !== undefined; next = await crawling.next())
    yield* next
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

  /** Queues the calls that are due, each path once. Returns how many. */
  add(calls: readonly Call[], list: OpenList | undefined): number {
    let added = 0
    for (const call of calls) {
      const located = this.#options.origin.locate(call)
      if (located === undefined || this.#seen.has(located.path)) continue
      this.#seen.add(located.path)
      const isDetail = list !== undefined
      if ((isDetail || call.mark !== '') && !this.#isDue(call, located.path)) {
        this.#skipped++
        continue
      }
      if (isDetail && !this.#isWithinSample(call)) continue
      this.#queue.push({ call, list })
      added++
    }
    return added
  }

  /** The next responses that are there, in no particular order; undefined at the end. */
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
      path: fetched.path,
    })
    return results
  }

  async #fetch(call: Call, list: OpenList | undefined): Promise<Done> {
    const { origin, responses, client, receipts, nowSec } = this.#options
    const located = origin.locate(call)
    const response = responses.get(call.operation)
    if (located === undefined || response === undefined)
      throw new Error(`Nothing reads responses of ${call.operation}.`)
    const marked = { ...call, mark: markOf(response, call) }
    const known = receipts.get(located.path)
    const fetched = await fetchResponse({
      client,
      response,
      call: marked,
      located,
      // A list that did not change would not say which of its details are old.
      known: known !== undefined && this.#mayBeConditional(response, known) ? known : undefined,
      nowSec: nowSec(),
    })
    return { fetched: { ...fetched, call }, list }
  }

  /** Details are queued; the receipt of a list follows when all of them are there. */
  #settle(fetched: FetchedResponse, list: OpenList | undefined): Crawled[] {
    const own: OpenList = { receipt: fetched.receipt, left: 0 }
    own.left = this.add(fetched.details, own)
    const response = own.left > 0 ? { ...fetched, receipt: null } : fetched
    const results: Crawled[] = [{ kind: 'response', response }]
    if (list === undefined) return results
    list.left--
    if (fetched.receipt === null && own.left === 0) list.receipt = null
    if (list.left === 0 && list.receipt !== null)
      results.push({ kind: 'receipt', receipt: list.receipt })
    return results
  }

  #watch({ outcome, call, problems }: FetchedResponse): void {
    if (outcome === 'refused') this.#refused.add(call.operation)
    this.#failuresInARow = outcome === 'failed' ? this.#failuresInARow + 1 : 0
    if (this.#failuresInARow >= MAX_FAILURES_IN_A_ROW)
      throw new OriginGone(
        `${this.#options.origin.name} no longer answers: ${problems.join(' ')}. What was fetched is stored; the next cycle goes on from there.`,
      )
  }

  #isDue(call: Call, path: string): boolean {
    const { responses, receipts, nowSec } = this.#options
    const response = responses.get(call.operation)
    const known = receipts.get(path)
    if (response === undefined) return false
    if (known === undefined || known.mark !== markOf(response, call)) return true
    return nowSec() - known.fetchedAtSec >= MAX_AGE_SEC
  }

  #mayBeConditional(response: ResponseReader, known: MirrorReceipt): boolean {
    if (versionOf(known.mark) !== String(response.version ?? 1)) return false
    if (response.details === undefined) return true
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
  fetched: FetchedResponse
  list: OpenList | undefined
}

function markOf(response: ResponseReader, call: Call): string {
  return `${response.version ?? 1}:${call.mark}`
}

function versionOf(mark: string): string {
  return mark.slice(0, mark.indexOf(':'))
}
