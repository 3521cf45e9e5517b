import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Bodies, Body } from '../cache/bodies.ts'
import { acceptedEncoding, type Encoding } from '../cache/encoding.ts'
import { toSec } from '../lib/clock.ts'
import { AlmanacError } from '../lib/errors.ts'
import type { Admission } from './access.ts'
import { flag, optionalMoment, type Parameters, type ValuesOf } from './parameters.ts'
import { renderBody } from './rendered.ts'
import type { RequestContext, Root, Route } from './route.ts'
import { send } from './send.ts'
import type { Services } from './services.ts'

/** Parameters that every operation understands. */
export const COMMON_QUERY = {
  asOf: optionalMoment('Answer as it was known at this time: Unix seconds or ISO 8601.'),
  clientShapes: flag('Serve the forms that older clients read, where they differ.'),
}

interface Question {
  route: Route
  root: Root
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  common: ValuesOf<typeof COMMON_QUERY>
}

// Raw addresses seen lately, so that a repeated question is answered without parsing it again.
const REMEMBERED_ADDRESSES = 20_000
const LONGEST_REMEMBERED_ADDRESS = 2_000

/** Answers questions: from kept bodies when the data has not changed, else by asking the route's handler. */
export class Answerer {
  readonly #services: Services
  readonly #bodies: Bodies
  /** The key of the kept answer by raw address; the answers themselves live under the one byte budget. */
  readonly #remembered = new LRUCache<string, string>({ max: REMEMBERED_ADDRESSES })
  #working = 0

  constructor(services: Services) {
    this.#services = services
    this.#bodies = new Bodies(services.config.cacheBytes)
  }

  /** The quick way: the same address was answered before and the facts behind it have not changed. */
  answerFromMemory(request: FastifyRequest, reply: FastifyReply, route: Route, root: Root): boolean {
    if (!route.cached || request.method === 'POST') return false
    const key = this.#remembered.get(request.url)
    const body = key === undefined ? undefined : this.#bodies.find(key)
    if (body === undefined || body.stamp !== this.#stamp(route)) return false
    const encoding = body.encodingFor(acceptedEncoding(request.headers['accept-encoding']))
    if (body.find(encoding) === undefined) return false
    const admission = this.#services.access.admit(request, root)
    this.#services.metrics.count(route, 'hit')
    this.#send(request, reply, route, admission, body, encoding)
    return true
  }

  async answer(request: FastifyRequest, reply: FastifyReply, route: Route, root: Root): Promise<void> {
    const admission = this.#services.access.admit(request, root)
    const question = parseQuestion(request, route, root, this.#services.config.clientShapes)
    const accepted = acceptedEncoding(request.headers['accept-encoding'])
    const stamp = this.#stamp(route, question.common.asOf)
    const key = questionKey(question, admission)
    const etag = etagOf(stamp, key)
    // The data has not changed since the caller's copy was made, so there is nothing to compute.
    const known = route.reads.length > 0 ? knownTag(request, etag) : undefined
    if (known !== undefined) {
      this.#sendUnchanged(request, reply, admission, known)
      return
    }
    if (admission.key !== undefined && route.costs) this.#services.access.requireCredit(admission.key)
    const make = async () => new Body(stamp, etag, Buffer.from(renderBody(await this.#handle(question, admission))))
    if (!route.cached) {
      const body = await make()
      this.#services.metrics.count(route, 'made')
      const encoding = body.encodingFor(accepted)
      await body.encode(encoding)
      this.#send(request, reply, route, admission, body, encoding)
      return
    }
    const { body, from } = await this.#bodies.get(key, stamp, make)
    this.#services.metrics.count(route, from)
    const encoding = body.encodingFor(accepted)
    await body.encode(encoding)
    if (question.common.asOf === undefined && request.method !== 'POST' && request.url.length <= LONGEST_REMEMBERED_ADDRESS) {
      this.#remembered.set(request.url, key)
    }
    this.#send(request, reply, route, admission, body, encoding)
  }

  async #handle(question: Question, admission: Admission): Promise<unknown> {
    const services = this.#services
    if (this.#working >= services.config.maxWorking || services.loopLagMs() > services.config.maxLoopLagMs) {
      throw new AlmanacError('overloaded', 'The service is answering as much as it can. Try again in a moment.', {
        headers: { 'Retry-After': '1' },
      })
    }
    const { route, root, common } = question
    const context: RequestContext = {
      root,
      nowSec: nowStep(route, Math.min(services.clock.nowMs(), common.asOf ?? Number.POSITIVE_INFINITY)),
      snapshot: services.store.snapshot(common.asOf),
      asOfMs: common.asOf,
      states: services.states,
      store: services.store,
      accounts: services.accounts,
      key: admission.key,
      clientShapes: common.clientShapes,
    }
    this.#working++
    try {
      return await route.handler({ params: question.params, query: question.query, body: question.body }, context)
    } finally {
      this.#working--
    }
  }

  /** Changes exactly when the answer may: with the versions of the facts the route reads, and with its step of the clock. */
  #stamp(route: Route, asOfMs?: number): string {
    const { journal } = this.#services.store
    const run = asOfMs === undefined ? journal.latest : journal.latestAt(asOfMs)
    return `${journal.versionAt(route.reads, run)}.${nowStep(route, this.#services.clock.nowMs())}`
  }

  #send(request: FastifyRequest, reply: FastifyReply, route: Route, admission: Admission, body: Body, encoding: Encoding): void {
    // What is not made from facts, such as usage, changes without their versions changing: it has no tag.
    const isTagged = route.reads.length > 0
    const tag = encoding === 'identity' ? body.etag : `${body.etag}-${encoding}`
    const known = knownTag(request, body.etag) ?? (request.headers['if-none-match']?.trim() === '*' ? tag : undefined)
    if (isTagged && known !== undefined) {
      this.#sendUnchanged(request, reply, admission, known)
      return
    }
    const headers = ['Content-Type', 'application/json; charset=utf-8', 'Vary', 'Accept-Encoding', ...this.#answerHeaders(admission)]
    if (isTagged) headers.push('ETag', `"${tag}"`)
    if (admission.key !== undefined) {
      headers.push('X-Credits-Remaining', String(this.#services.access.spend(admission.key, route.costs)))
    }
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
    send(request, reply, 200, headers, body.find(encoding))
  }

  #sendUnchanged(request: FastifyRequest, reply: FastifyReply, admission: Admission, tag: string): void {
    const headers = ['ETag', `"${tag}"`, 'Vary', 'Accept-Encoding', ...this.#answerHeaders(admission)]
    if (admission.key !== undefined) headers.push('X-Credits-Remaining', String(this.#services.access.spend(admission.key, false)))
    send(request, reply, 304, headers, undefined)
  }

  #answerHeaders(admission: Admission): string[] {
    const caching = admission.key === undefined ? 'public, no-cache' : 'private, no-cache'
    const headers = ['Cache-Control', caching, ...admission.rateHeaders]
    if (this.#services.isDemo()) headers.push('X-Data-Source', 'demo')
    return headers
  }
}

/** The route's step of the clock; a route that does not depend on the clock is always at its first. */
function nowStep(route: Route, nowMs: number): number {
  const nowSec = toSec(nowMs)
  return route.nowStepSec === 0 ? 0 : nowSec - (nowSec % route.nowStepSec)
}

function parseQuestion(request: FastifyRequest, route: Route, root: Root, clientShapes: boolean): Question {
  const query = request.query as Record<string, string | string[] | undefined>
  const common = parseAll(COMMON_QUERY, query) as ValuesOf<typeof COMMON_QUERY>
  return {
    route,
    root,
    params: parseAll(route.params, request.params as Record<string, string>),
    query: parseAll(route.query, query),
    body: request.body ?? null,
    common: { ...common, clientShapes: common.clientShapes || clientShapes },
  }
}

function parseAll(parameters: Parameters, given: Record<string, string | string[] | undefined>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = given[name]
    // A name given twice counts once, the last one, as most servers do.
    values[name] = parameter.parse(Array.isArray(value) ? value.at(-1) : value, name)
  }
  return values
}

function questionKey(question: Question, admission: Admission): string {
  const { route, root, params, query, body, common } = question
  const owner = route.cached ? '' : (admission.key?.id ?? '')
  return JSON.stringify([route.id, root, params, query, body, common, owner], (_, value) => (value instanceof Set ? [...value] : value))
}

function etagOf(stamp: string, key: string): string {
  return hash('sha256', `${stamp} ${key}`, 'base64url').slice(0, 22)
}

/** The tag of the caller's If-None-Match that names this data, in whatever encoding it was sent. */
function knownTag(request: FastifyRequest, etag: string): string | undefined {
  const given = request.headers['if-none-match']
  if (given === undefined) return undefined
  const tags = given.split(',').map((part) => part.trim().replace(/^W\//, '').replaceAll('"', ''))
  return tags.find((tag) => tag === etag || tag === `${etag}-gzip` || tag === `${etag}-br`)
}
