import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from '../../cache/encoding.ts'
import { ResponseCache } from '../../cache/responses.ts'
import { type Admission, requireOperator } from '../access/access.ts'
import type { MemoryBudget } from '../access/memory-budget.ts'
import { WorkQueue } from '../access/work-queue.ts'
import { parseRange } from '../byte-range.ts'
import { overloaded } from '../errors.ts'
import { COMMON_HEADERS, cacheControl, type Headers, pairs } from '../headers.ts'
import { keptMembers } from '../lists/list.ts'
import { RawBody } from '../raw-body.ts'
import { type RenderOptions, renderJson } from '../render/render-json.ts'
import type { MetaServices, RequestContext, Root, Route } from '../route.ts'
import type { Services } from '../services.ts'
import { fileName } from '../table/formats.ts'
import { writeTable } from '../table/write-table.ts'
import { splitHeaders } from '../with-headers.ts'
import { CachedResponse, isTagged, type ResponseOrigin, varyOf } from './cached-response.ts'
import { etagOf, matchingTag } from './etag.ts'
import type { Exchange, ReadyResponse } from './exchange.ts'
import { pageStartOf, shapeResponse } from './pages.ts'
import { keyOfRequest, type ParsedRequest, parseRequest } from './parse-request.ts'
import { type RequestTime, requestTimeOf, versionNow } from './request-time.ts'

const MAX_URL_LENGTH = 2_000
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
    this.#services = services
    this.#meta = services
    this.#budget = budget
    this.#queue = new WorkQueue(services.config.work)
    this.#cache = new ResponseCache(services.config.cacheBytes)
  }

  /** Ends when no handler runs any more, also of clients that are gone, or after some seconds. */
  async close(): Promise<void> {
    await Promise.race([this.#queue.close(), sleep(MAX_CLOSING_MS, undefined, { ref: false })])
  }

  /** The cached response to a URL that was asked before, if the data is still the same. */
  findCached(url: string): CachedResponse | undefined {
    const cached = this.#cache.findByUrl(url)
    if (cached === undefined) return undefined
    const { clock, store } = this.#services
    const present = { journal: store.journal, nowMs: clock.nowMs() }
    const version = versionNow(cached.origin.route, present)
    return cached.version === version ? cached : undefined
  }

  /** Admits a caller and sends what is cached, without waiting for anything. */
  sendCached(
    exchange: Exchange,
    cached: CachedResponse,
    encoding: Encoding,
    request: IncomingMessage,
  ): void {
    const { route, root } = cached.origin
    const admission = this.#services.access.admit(exchange.caller, root)
    exchange.write(this.#ready(cached, encoding, admission, request))
    this.#services.metrics.count(route, 'hit')
  }

  async respond(
    request: FastifyRequest,
    exchange: Exchange,
    { route, root }: { route: Route; root: Root },
  ): Promise<ReadyResponse> {
    const { access, clock, config, metrics, store } = this.#services
    const admission = access.admit(exchange.caller, root)
    if (route.forOperators) requireOperator(admission)
    const parsed = parseRequest(request, { route, root }, config.clientShapes)
    const { format, isNegotiated } = parsed
    const asked = { asOfMs: parsed.common.asOf, page: pageStartOf(parsed) }
    const requestTime = await requestTimeOf(route, asked, { journal: store.journal, clock })
    const key = route.cached
      ? keyOfRequest(parsed, requestTime)
      : `${request.url} ${JSON.stringify(parsed.body)}${isNegotiated ? ` ${format}` : ''}`
    const origin = { route, root, requestTime, etag: etagOf(requestTime.version, key), format }
    // The data has not changed since the caller's copy was made, so there is nothing to compute.
    const tag = isTagged(route)
      ? matchingTag(request.headers['if-none-match'], origin.etag)
      : undefined
    if (tag !== undefined) return this.#notModified(origin, admission, tag)
    if (admission.key !== undefined && route.costs) access.requireCredit(admission.key)
    const make = () => this.#make(parsed, origin, exchange)
    const { response, from } = route.cached
      ? await this.#cache.get(key, requestTime.version, make)
      : { response: await make(), from: 'made' as const }
    metrics.count(route, from)
    const encoding = encodingOf(response, request.raw)
    if (response.find(encoding) === undefined)
      await this.#budget.countDuring(response.plain.length, response.encode(encoding))
    if (requestTime.isPast) {
      const ready = this.#ready(response, encoding, admission, request.raw)
      return { ...ready, headers: [...ready.headers, 'X-As-Of-Run', String(requestTime.run)] }
    }
    const isRepeatable = request.method !== 'POST' && request.url.length <= MAX_URL_LENGTH
    if (route.cached && isRepeatable && !isNegotiated) this.#cache.addUrl(key, request.url)
    return this.#ready(response, encoding, admission, request.raw)
  }

  /** What the handler says, for routes whose response is not rendered here. */
  async handle(
    request: FastifyRequest,
    exchange: Exchange,
    { route, root }: { route: Route; root: Root },
  ): Promise<unknown> {
    const { access, clock, config, store } = this.#services
    const { key } = access.admit(exchange.caller, root)
    const parsed = parseRequest(request, { route, root }, config.clientShapes)
    if (key !== undefined && route.costs) access.requireCredit(key)
    const asked = { asOfMs: parsed.common.asOf }
    const requestTime = await requestTimeOf(route, asked, { journal: store.journal, clock })
    const { params, query, body, given } = parsed
    const context = this.#contextOf(parsed, requestTime, exchange)
    return route.handler({ params, query, body, given }, context, this.#meta)
  }

  /** Spends the credit of a call that `handle` began, and tells what is left. */
  charge(exchange: Exchange, route: Route): Headers {
    const admission = requireAdmission(exchange)
    const demo = this.#services.isDemo() ? DEMO_HEADERS : NO_HEADERS
    return [...admission.rateHeaders, ...demo, ...this.#spend(admission, route, route.costs)]
  }

  /** Calls the handler and renders what it returns, when the queue admits the caller. */
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
    const { params, query, body, given, route } = parsed
    const context = this.#contextOf(parsed, origin.requestTime, exchange)
    const handled = await route.handler({ params, query, body, given }, context, this.#meta)
    const { value: whole, headers: own } = splitHeaders(handled)
    const demo = this.#services.isDemo() ? DEMO_HEADERS : NO_HEADERS
    if (whole instanceof RawBody)
      return new CachedResponse(origin, whole.bytes, [...own, ...demo], whole.contentType)
    const { requestTime } = origin
    const { value, link } = await shapeResponse(whole, parsed, { requestTime, context })
    const plain = await this.#budget.countRendering((onBytes) => render(parsed, value, { onBytes }))
    return new CachedResponse(origin, plain, [
      ...own,
      ...link,
      ...(await this.#fileHeaders(parsed, origin)),
      ...demo,
    ])
  }

  /** A table is saved under a name that says what it is, and of which day. */
  async #fileHeaders(
    { format, route, params }: ParsedRequest,
    { requestTime }: ResponseOrigin,
  ): Promise<Headers> {
    if (format === 'json') return NO_HEADERS
    const { clock, store } = this.#services
    const run = await store.journal.find(
      await store.journal.versionAt(route.reads, requestTime.run),
    )
    const name = fileName(route.operationId, params, { format, atMs: run?.atMs ?? clock.nowMs() })
    return ['Content-Disposition', `attachment; filename="${name}"`]
  }

  #contextOf(
    { route, root, common: { asOf, clientShapes } }: ParsedRequest,
    { run, nowSec }: RequestTime,
    exchange: Exchange,
  ): RequestContext {
    const { bucket, key } = requireAdmission(exchange)
    const { accounts, states, store } = this.#services
    return {
      root,
      nowSec,
      snapshot: store.snapshotOf(run),
      asOfMs: route.cached ? undefined : asOf,
      states,
      account: key === undefined ? undefined : { key, usage: () => accounts.usage(key) },
      caller: bucket,
      clientShapes,
      clientGone: () => exchange.clientGone(),
    }
  }

  /** What a caller is sent of a response; this is where a credit is spent. */
  #ready(
    response: CachedResponse,
    encoding: Encoding,
    admission: Admission,
    { headers: asked, method }: IncomingMessage,
  ): ReadyResponse {
    const tag = response.matchingTag(asked['if-none-match'], encoding)
    if (tag !== undefined) return this.#notModified(response.origin, admission, tag)
    const body = response.get(encoding)
    const credits = this.#spend(admission, response.origin.route, response.origin.route.costs)
    const headers = [...body.headers, ...admission.rateHeaders, ...credits]
    const whole = { status: 200, headers, body: body.text ?? body.bytes }
    const isPart = method === 'GET' && response.takesRange(asked['if-range'])
    return isPart ? partOf(whole, asked.range) : whole
  }

  #notModified(origin: ResponseOrigin, admission: Admission, tag: string): ReadyResponse {
    const { route, root, requestTime } = origin
    const headers = [
      'ETag',
      `"${tag}"`,
      ...varyOf(origin),
      ...cacheControl(root, requestTime.isSettled),
      ...COMMON_HEADERS,
      ...admission.rateHeaders,
      ...(this.#services.isDemo() ? DEMO_HEADERS : []),
      ...this.#spend(admission, route, false),
    ]
    return { status: 304, headers, body: undefined }
  }

  #spend({ key }: Admission, { id }: Route, costs: boolean): Headers {
    if (key === undefined) return NO_HEADERS
    return ['X-Credits-Remaining', String(this.#services.access.spend(key, id, costs))]
  }
}

/** Parts are of the bytes themselves, not of their compressed form. */
export function encodingOf(response: CachedResponse, { headers }: IncomingMessage): Encoding {
  const isPart = headers.range !== undefined && response.origin.format !== 'json'
  return isPart ? 'identity' : response.encodingFor(acceptedEncoding(headers['accept-encoding']))
}

function render(
  { format, route, query }: ParsedRequest,
  value: unknown,
  options: RenderOptions,
): Promise<Buffer> {
  if (format === 'json' || route.table === undefined) return renderJson(value, options)
  const fields = route.list && keptMembers(route.list, query)
  return writeTable(route.table, value, { ...options, format, fields })
}

/** Who was admitted; nothing is made for others. */
function requireAdmission({ caller: { admission } }: Exchange): Admission {
  if (admission === undefined) throw new Error('the caller has not been admitted')
  return admission
}

/** The part that `Range` asks for; several ranges, and those outside, get the whole body. */
function partOf(whole: ReadyResponse, range: string | undefined): ReadyResponse {
  const { body, headers } = whole
  if (range === undefined || body === undefined) return whole
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  const found = parseRange(range, bytes.length)
  if (found === undefined || found === 'unsatisfiable') return whole
  const { fromByte, toByte } = found
  const part = bytes.subarray(fromByte, toByte + 1)
  return {
    status: 206,
    headers: partHeaders(headers, `bytes ${fromByte}-${toByte}/${bytes.length}`, part.length),
    body: part,
  }
}

function partHeaders(headers: Headers, contentRange: string, length: number): Headers {
  const kept = pairs(headers).filter(([name]) => name !== 'Content-Length')
  return [...kept.flat(), 'Content-Range', contentRange, 'Content-Length', String(length)]
}
