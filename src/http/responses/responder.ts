import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from '../../cache/encoding.ts'
import { ResponseCache } from '../../cache/responses.ts'
import type { Admission } from '../access/access.ts'
import type { MemoryBudget } from '../access/memory-budget.ts'
import { WorkQueue } from '../access/work-queue.ts'
import { overloaded } from '../errors.ts'
import { COMMON_HEADERS, cacheControl, type Headers, VARY } from '../headers.ts'
import { RawBody } from '../raw-body.ts'
import { renderJson } from '../render/render-json.ts'
import type { MetaServices, RequestContext, Root, Route } from '../route.ts'
import type { Services } from '../services.ts'
import { splitHeaders } from '../with-headers.ts'
import { CachedResponse, isTagged, type ResponseOrigin } from './cached-response.ts'
import { etagOf, matchingTag } from './etag.ts'
import type { Exchange, ReadyResponse } from './exchange.ts'
import { type Moment, momentOf, versionOf } from './moment.ts'
import { keyOfRequest, type ParsedRequest, parseRequest } from './parse-request.ts'

const MAX_ADDRESS_LENGTH = 2_000
// A handler that takes longer has lost its client; the engine ends its query.
const MAX_CLOSING_MS = 5_000
const NO_HEADERS: Headers = []
const DEMO_HEADERS: Headers = ['X-Data-Source', 'demo']

/** Makes responses: from the cache when the data has not changed, else by the route's handler. */
export class Responder {
  readonly #services: Services
  readonly #budget: MemoryBudget
  readonly #cache: ResponseCache<CachedResponse>
  readonly #meta: MetaServices
  readonly #queue: WorkQueue

  constructor(services: Services, budget: MemoryBudget) {
    const { facts, journal } = services.store
    this.#services = services
    const { searchables, sql, liveJobs } = services
    this.#meta = { store: { facts, journal }, searchables, sql, liveJobs }
    this.#budget = budget
    this.#queue = new WorkQueue(services.config.work)
    this.#cache = new ResponseCache(services.config.cacheBytes)
  }

  /** Ends when no handler runs any more, also of clients that are gone, or after some seconds. */
  async close(): Promise<void> {
    await Promise.race([this.#queue.close(), sleep(MAX_CLOSING_MS, undefined, { ref: false })])
  }

  /** The cached response to an address that was asked before, if the data is still the same. */
  findCached(address: string): CachedResponse | undefined {
    const cached = this.#cache.findByAddress(address)
    if (cached === undefined) return undefined
    const { clock, store } = this.#services
    const present = { journal: store.journal, nowMs: clock.nowMs() }
    const version = versionOf(cached.origin.route, store.journal.latest, present)
    return cached.version === version ? cached : undefined
  }

  /** Lets a caller in and sends what is cached, without waiting for anything. */
  sendCached(
    exchange: Exchange,
    cached: CachedResponse,
    encoding: Encoding,
    ifNoneMatch: string | undefined,
  ): void {
    const { route, root } = cached.origin
    const admission = this.#services.access.admit(exchange.caller, root)
    exchange.write(this.#ready(cached, encoding, admission, ifNoneMatch))
    this.#services.metrics.count(route, 'hit')
  }

  async respond(
    request: FastifyRequest,
    exchange: Exchange,
    { route, root }: { route: Route; root: Root },
  ): Promise<ReadyResponse> {
    const { access, clock, config, metrics, store } = this.#services
    const admission = access.admit(exchange.caller, root)
    const parsed = parseRequest(request, { route, root }, config.clientShapes)
    const moment = momentOf(route, parsed.common.asOf, { journal: store.journal, clock })
    const key = route.cached
      ? keyOfRequest(parsed, moment)
      : `${request.url} ${JSON.stringify(parsed.body)}`
    const origin = { route, root, moment, etag: etagOf(moment.version, key) }
    const { 'if-none-match': ifNoneMatch, 'accept-encoding': accepted } = request.headers
    // The data has not changed since the caller's copy was made, so there is nothing to compute.
    const tag = isTagged(route) ? matchingTag(ifNoneMatch, origin.etag) : undefined
    if (tag !== undefined) return this.#notModified(origin, admission, tag)
    if (admission.key !== undefined && route.costs) access.requireCredit(admission.key)
    const make = () => this.#make(parsed, origin, exchange)
    const { response, from } = route.cached
      ? await this.#cache.get(key, moment.version, make)
      : { response: await make(), from: 'made' as const }
    metrics.count(route, from)
    const encoding = response.encodingFor(acceptedEncoding(accepted))
    if (response.find(encoding) === undefined)
      await this.#budget.countDuring(response.plain.length, response.encode(encoding))
    if (moment.isPast) {
      const ready = this.#ready(response, encoding, admission, ifNoneMatch)
      return { ...ready, headers: [...ready.headers, 'X-As-Of-Run', String(moment.run)] }
    }
    const isRepeatable = request.method !== 'POST' && request.url.length <= MAX_ADDRESS_LENGTH
    if (route.cached && isRepeatable) this.#cache.addAddress(key, request.url)
    return this.#ready(response, encoding, admission, ifNoneMatch)
  }

  /** Asks the handler and renders what it returns, when it is the caller's turn. */
  #make(
    parsed: ParsedRequest,
    origin: ResponseOrigin,
    exchange: Exchange,
  ): Promise<CachedResponse> {
    const { config, loopLagMs } = this.#services
    this.#budget.requireRoom()
    if (loopLagMs() > config.maxLoopLagMs) throw overloaded()
    const { bucket } = requireAdmission(exchange)
    return this.#queue.run(bucket, () => this.#work(parsed, origin, exchange))
  }

  async #work(
    parsed: ParsedRequest,
    origin: ResponseOrigin,
    exchange: Exchange,
  ): Promise<CachedResponse> {
    const { params, query, body, route } = parsed
    const context = this.#contextOf(parsed, origin.moment, exchange)
    const handled = await route.handler({ params, query, body }, context, this.#meta)
    const { value, headers: own } = splitHeaders(handled)
    const headers = this.#services.isDemo() ? [...own, ...DEMO_HEADERS] : own
    if (value instanceof RawBody)
      return new CachedResponse(origin, value.bytes, headers, value.contentType)
    const plain = await this.#budget.countRendering((onBytes) => renderJson(value, { onBytes }))
    return new CachedResponse(origin, plain, headers)
  }

  #contextOf(
    { route, root, common: { asOf, clientShapes } }: ParsedRequest,
    { run, nowSec }: Moment,
    exchange: Exchange,
  ): RequestContext {
    const { key } = requireAdmission(exchange)
    const { accounts, states, store } = this.#services
    return {
      root,
      nowSec,
      snapshot: store.snapshotOf(run),
      asOfMs: route.cached ? undefined : asOf,
      states,
      account: key === undefined ? undefined : { key, usage: () => accounts.usage(key) },
      clientShapes,
      clientGone: () => exchange.clientGone(),
    }
  }

  /** What a caller is sent of a response; this is where a credit is spent. */
  #ready(
    response: CachedResponse,
    encoding: Encoding,
    admission: Admission,
    ifNoneMatch: string | undefined,
  ): ReadyResponse {
    const tag = response.matchingTag(ifNoneMatch, encoding)
    if (tag !== undefined) return this.#notModified(response.origin, admission, tag)
    const body = response.get(encoding)
    const credits = this.#spend(admission, response.origin.route.costs)
    const headers = [...body.headers, ...admission.rateHeaders, ...credits]
    return { status: 200, headers, body: body.text ?? body.bytes }
  }

  #notModified({ root, moment }: ResponseOrigin, admission: Admission, tag: string): ReadyResponse {
    const headers = [
      'ETag',
      `"${tag}"`,
      ...VARY,
      ...cacheControl(root, moment.isSettled),
      ...COMMON_HEADERS,
      ...admission.rateHeaders,
      ...(this.#services.isDemo() ? DEMO_HEADERS : []),
      ...this.#spend(admission, false),
    ]
    return { status: 304, headers, body: undefined }
  }

  #spend({ key }: Admission, costs: boolean): Headers {
    if (key === undefined) return NO_HEADERS
    return ['X-Credits-Remaining', String(this.#services.access.spend(key, costs))]
  }
}

/** Who was let in; nothing is made for others. */
function requireAdmission({ caller: { admission } }: Exchange): Admission {
  if (admission === undefined) throw new Error('the caller has not been let in')
  return admission
}
