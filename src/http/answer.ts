import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Bodies, Body } from '../cache/bodies.ts'
import { acceptedEncoding, type Encoding } from '../cache/encoding.ts'
import { toSec } from '../lib/clock.ts'
import { AlmanacError } from '../lib/errors.ts'
import type { Admission } from './access.ts'
import { flag, optionalMoment, type Parameters, type ValuesOf } from './parameters.ts'
import { bodyBytes, headersOf } from './rendered.ts'
import type { RequestContext, Root, Route } from './route.ts'
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

/** What of a request the form of its answer depends on. */
export interface Asked {
  /** Path and query, without a key. */
  target: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

/** An answer that is ready to be written. */
export interface Answer {
  status: 200 | 304
  headers: string[]
  body: Buffer | undefined
}

interface Remembered {
  route: Route
  root: Root
  key: string
}

// Raw addresses seen lately, so that a repeated question is answered without parsing it again.
const REMEMBERED_ADDRESSES = 20_000
const LONGEST_REMEMBERED_ADDRESS = 2_000

/**
 * Answers questions: from kept bodies when the data has not changed, else by asking the route's
 * handler.
 */
export class Answerer {
  readonly #services: Services
  readonly #bodies: Bodies
  /** What a raw address asked for; the answers themselves live under the one byte budget. */
  readonly #remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_ADDRESSES })
  readonly #stamps = new Map<Route, { run: number; step: number; stamp: string }>()
  #working = 0

  constructor(services: Services) {
    this.#services = services
    this.#bodies = new Bodies(services.config.cacheBytes)
  }

  /**
   * The quick way: the same address was answered before and the facts behind it have not changed.
   */
  answerFromMemory(asked: Asked, admit: (root: Root) => Admission): Answer | undefined {
    const known = this.#remembered.get(asked.target)
    const body = known === undefined ? undefined : this.#bodies.find(known.key)
    if (known === undefined || body === undefined || body.stamp !== this.#stamp(known.route))
      return undefined
    const encoding = body.encodingFor(acceptedEncoding(asked.acceptEncoding))
    if (body.find(encoding) === undefined) return undefined
    const answer = this.#answerWith(asked, known.route, admit(known.root), body, encoding)
    this.#services.metrics.count(known.route, 'hit')
    return answer
  }

  async answer(request: FastifyRequest, route: Route, root: Root): Promise<Answer> {
    const admission = this.#services.access.admit(request.caller, root)
    const asked = askedOf(request)
    const question = parseQuestion(request, route, root, this.#services.config.clientShapes)
    const { asOf } = question.common
    const stamp = this.#stamp(route, asOf)
    const key = route.cached
      ? questionKey(question)
      : `${asked.target} ${JSON.stringify(question.body)}`
    const etag = etagOf(stamp, key)
    // The data has not changed since the caller's copy was made, so there is nothing to compute.
    const known = route.reads.length > 0 ? knownTag(asked, etag) : undefined
    if (known !== undefined) return this.#unchanged(admission, known)
    if (admission.key !== undefined && route.costs)
      this.#services.access.requireCredit(admission.key)
    const make = async () => {
      const value = await this.#handle(question, admission)
      return new Body(stamp, etag, bodyBytes(value), headersOf(value))
    }
    const { body, from } = route.cached
      ? await this.#bodies.get(key, stamp, make)
      : { body: await make(), from: 'made' as const }
    this.#services.metrics.count(route, from)
    const encoding = body.encodingFor(acceptedEncoding(asked.acceptEncoding))
    if (body.find(encoding) === undefined) await body.encode(encoding)
    if (
      route.cached &&
      asOf === undefined &&
      request.method !== 'POST' &&
      asked.target.length <= LONGEST_REMEMBERED_ADDRESS
    ) {
      this.#remembered.set(asked.target, { route, root, key })
    }
    const answer = this.#answerWith(asked, route, admission, body, encoding)
    if (asOf !== undefined)
      answer.headers.push('X-As-Of-Run', String(this.#services.store.journal.latestAt(asOf)))
    return answer
  }

  async #handle(question: Question, admission: Admission): Promise<unknown> {
    const services = this.#services
    if (
      this.#working >= services.config.maxWorking ||
      services.loopLagMs() > services.config.maxLoopLagMs
    ) {
      throw new AlmanacError(
        'overloaded',
        'The service is answering as much as it can. Try again in a moment.',
        {
          headers: { 'Retry-After': '1' },
        },
      )
    }
    const { route, root, common } = question
    const context: RequestContext = {
      root,
      nowSec: nowStep(
        route,
        Math.min(services.clock.nowMs(), common.asOf ?? Number.POSITIVE_INFINITY),
      ),
      snapshot: services.store.snapshot(common.asOf),
      asOfMs: common.asOf,
      states: services.states,
      store: services.store,
      accounts: services.accounts,
      key: admission.key,
      clientShapes: common.clientShapes,
      liveJobs: services.liveJobs,
    }
    this.#working++
    try {
      return await route.handler(
        { params: question.params, query: question.query, body: question.body },
        context,
      )
    } finally {
      this.#working--
    }
  }

  /**
   * Changes exactly when the answer may: with the versions of the facts the route reads, and with
   * its step of the clock.
   */
  #stamp(route: Route, asOfMs?: number): string {
    const { journal } = this.#services.store
    const nowMs = this.#services.clock.nowMs()
    if (asOfMs !== undefined)
      return `${journal.versionAt(route.reads, journal.latestAt(asOfMs))}.${nowStep(route, Math.min(nowMs, asOfMs))}`
    const step = nowStep(route, nowMs)
    const last = this.#stamps.get(route)
    if (last?.run === journal.latest && last.step === step) return last.stamp
    const stamp = `${journal.versionAt(route.reads, journal.latest)}.${step}`
    this.#stamps.set(route, { run: journal.latest, step, stamp })
    return stamp
  }

  #answerWith(
    asked: Asked,
    route: Route,
    admission: Admission,
    body: Body,
    encoding: Encoding,
  ): Answer {
    // What is not made from facts, such as usage, changes without their versions changing: it has
    // no tag.
    const isTagged = route.reads.length > 0
    const tag = encoding === 'identity' ? body.etag : `${body.etag}-${encoding}`
    const known = isTagged
      ? (knownTag(asked, body.etag) ?? (asked.ifNoneMatch?.trim() === '*' ? tag : undefined))
      : undefined
    if (known !== undefined) return this.#unchanged(admission, known)
    const headers = [
      'Content-Type',
      'application/json; charset=utf-8',
      'Vary',
      'Accept-Encoding',
      ...this.#answerHeaders(admission),
    ]
    headers.push(...body.headers)
    if (isTagged) headers.push('ETag', `"${tag}"`)
    if (admission.key !== undefined) {
      headers.push(
        'X-Credits-Remaining',
        String(this.#services.access.spend(admission.key, route.costs)),
      )
    }
    if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
    return { status: 200, headers, body: body.find(encoding) }
  }

  #unchanged(admission: Admission, tag: string): Answer {
    const headers = [
      'ETag',
      `"${tag}"`,
      'Vary',
      'Accept-Encoding',
      ...this.#answerHeaders(admission),
    ]
    if (admission.key !== undefined)
      headers.push('X-Credits-Remaining', String(this.#services.access.spend(admission.key, false)))
    return { status: 304, headers, body: undefined }
  }

  #answerHeaders(admission: Admission): string[] {
    const caching = admission.key === undefined ? 'public, no-cache' : 'private, no-cache'
    const headers = ['Cache-Control', caching, ...admission.rateHeaders]
    if (this.#services.isDemo()) headers.push('X-Data-Source', 'demo')
    return headers
  }
}

export function askedOf(request: FastifyRequest): Asked {
  return {
    target: request.url,
    acceptEncoding: request.headers['accept-encoding'],
    ifNoneMatch: request.headers['if-none-match'],
  }
}

/**
 * The route's step of the clock; a route that does not depend on the clock is always at its first.
 */
function nowStep(route: Route, nowMs: number): number {
  const nowSec = toSec(nowMs)
  return route.nowStepSec === 0 ? 0 : nowSec - (nowSec % route.nowStepSec)
}

function parseQuestion(
  request: FastifyRequest,
  route: Route,
  root: Root,
  clientShapes: boolean,
): Question {
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

function parseAll(
  parameters: Parameters,
  given: Record<string, string | string[] | undefined>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = given[name]
    // A name given twice counts once, the last one, as most servers do.
    values[name] = parameter.parse(Array.isArray(value) ? value.at(-1) : value, name)
  }
  return values
}

function questionKey({ route, root, params, query, body, common }: Question): string {
  return JSON.stringify([route.id, root, params, query, body, common], (_, value) =>
    value instanceof Set ? [...value] : value,
  )
}

function etagOf(stamp: string, key: string): string {
  return hash('sha256', `${stamp} ${key}`, 'base64url').slice(0, 22)
}

/** The tag of the caller's If-None-Match that names this data, in whatever encoding it was sent. */
function knownTag({ ifNoneMatch }: Asked, etag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined
  if (ifNoneMatch === `"${etag}"`) return etag
  const tags = ifNoneMatch
    .split(',')
    .map((part) => part.trim().replace(/^W\//, '').replaceAll('"', ''))
  return tags.find((tag) => tag === etag || tag === `${etag}-gzip` || tag === `${etag}-br`)
}
