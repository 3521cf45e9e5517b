import type { Clock } from '../../lib/clock.ts'
import { Slots } from '../../lib/slots.ts'
import { HttpFault } from './http-fault.ts'
import { parseRetryAfterMs, retryDelayMs } from './retry-delay.ts'

export interface HttpRequest {
  url: string
  /** Names the URL in messages and receipts; needed where the URL contains a key. */
  label?: string
  headers?: Readonly<Record<string, string>>
  /** Of the response that is known, so that the same one is not sent again. */
  etag?: string | null
  lastModified?: string | null
  /** How large the body may be, where that is less than the limit of the client. */
  maxBytes?: number
}

export interface HttpBody {
  kind: 'body'
  body: Buffer
  contentType: string
  etag: string | null
  lastModified: string | null
  /** Which part of how many bytes it is; null for a whole body. */
  contentRange: string | null
  atMs: number
}

/** The response is still the one whose ETag or date was sent. */
export interface HttpUnchanged {
  kind: 'unchanged'
  atMs: number
}

export interface HttpLimits extends PaceLimits {
  /** How long one attempt may take, with its body. */
  timeoutMs: number
  /** How large a body may be, decompressed. */
  maxBytes: number
  /** Attempts at one request, the first included. */
  maxTries: number
}

export interface HttpDependencies {
  fetch: typeof fetch
  /** Real time: pauses are kept even where the service's clock stands still. */
  clock: Clock
  sleep(ms: number): Promise<unknown>
  /** Between 0 and 1. */
  random(): number
  /** Who asks; servers contact or block by it. */
  userAgent: string
  /** Ends everything early. */
  signal?: AbortSignal
}

export const HTTP_LIMITS: HttpLimits = {
  concurrency: 4,
  ratePerSec: 5,
  timeoutMs: 60_000,
  maxBytes: 512_000_000,
  maxTries: 6,
}

const MAX_REDIRECTS = 3
const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * Reads URLs of other services: paced per server, conditional, retried with back-off, limited
 * in time and size. A redirect to another server is refused, because it would be given the key.
 */
export class RateLimitedClient {
  readonly #limits: HttpLimits
  readonly #with: HttpDependencies
  readonly #paces = new Map<string, Pace>()
  /** Requests sent so far, and bytes received. */
  readonly meter = { requests: 0, unchanged: 0, retries: 0, bytes: 0 }

  constructor(dependencies: HttpDependencies, limits: Partial<HttpLimits> = {}) {
    this.#with = dependencies
    this.#limits = { ...HTTP_LIMITS, ...limits }
  }

  /** The body of a URL, or that it has not changed. Throws `HttpFault`. */
  async get(request: HttpRequest): Promise<HttpBody | HttpUnchanged> {
    const { origin } = new URL(request.url)
    const pace = this.#paces.getOrInsertComputed(origin, () => new Pace(this.#limits, this.#with))
    for (let failures = 0; ; ) {
      try {
        return await pace.run(() => this.#attempt(request))
      } catch (error) {
        failures++
        const isFinal = failures >= this.#limits.maxTries || this.#with.signal?.aborted === true
        if (!(error instanceof HttpFault) || !error.retryable || isFinal) throw error
        const delayMs = retryDelayMs(failures, this.#with.random(), error.retryAfterMs)
        this.meter.retries++
        // Who is asked too often is left alone by all requests, not just by this one.
        if (error.kind === 'rateLimited' || error.retryAfterMs !== undefined)
          pace.pauseUntil(this.#with.clock.nowMs() + delayMs)
        else await this.#with.sleep(delayMs)
      }
    }
  }

  async #attempt(request: HttpRequest): Promise<HttpBody | HttpUnchanged> {
    const label = labelOf(request)
    const timeout = AbortSignal.timeout(this.#limits.timeoutMs)
    const { signal: stop } = this.#with
    try {
      const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop])
      const response = await this.#follow(request, signal)
      const atMs = this.#with.clock.nowMs()
      if (response.status === 304) {
        this.meter.unchanged++
        await response.body?.cancel()
        return { kind: 'unchanged', atMs }
      }
      if (!response.ok) throw await this.#faultOf(response, label)
      return {
        kind: 'body',
        body: await this.#readBody(response, label, request.maxBytes),
        contentType: response.headers.get('content-type') ?? '',
        etag: response.headers.get('etag'),
        lastModified: response.headers.get('last-modified'),
        contentRange: response.headers.get('content-range'),
        atMs,
      }
    } catch (error) {
      if (error instanceof HttpFault) throw error
      if (stop?.aborted) throw new HttpFault('unexpected', `${label}: stopped`)
      if (timeout.aborted)
        throw new HttpFault(
          'timeout',
          `${label} did not answer within ${this.#limits.timeoutMs / 1000} s`,
        )
      // The message of a failed fetch may contain the whole URL, so it is not passed on.
      throw new HttpFault('unreachable', `${label} could not be reached or broke off`)
    }
  }

  async #follow(request: HttpRequest, signal: AbortSignal): Promise<Response> {
    let url = new URL(request.url)
    for (let hops = 0; ; hops++) {
      this.meter.requests++
      const response = await this.#with.fetch(url, {
        headers: this.#headersOf(request),
        redirect: 'manual',
        signal,
      })
      const location = response.headers.get('location')
      if (!REDIRECTS.includes(response.status) || location === null) return response
      await response.body?.cancel()
      const target = new URL(location, url)
      const { status } = response
      if (target.origin !== url.origin)
        throw new HttpFault(
          'redirected',
          `${labelOf(request)} redirects to another server, ${target.host}: use that URL if it is right`,
          { status },
        )
      if (hops >= MAX_REDIRECTS)
        throw new HttpFault('redirected', `${labelOf(request)} redirects too often`, { status })
      url = target
    }
  }

  #headersOf({ headers, etag, lastModified }: HttpRequest): Record<string, string> {
    return {
      'user-agent': this.#with.userAgent,
      'accept-encoding': 'gzip, br, deflate',
      ...headers,
      ...(etag ? { 'if-none-match': etag } : {}),
      ...(lastModified && !etag ? { 'if-modified-since': lastModified } : {}),
    }
  }

  async #faultOf(response: Response, label: string): Promise<HttpFault> {
    const { status } = response
    const nowMs = this.#with.clock.nowMs()
    const retryAfterMs = parseRetryAfterMs(response.headers.get('retry-after'), nowMs)
    await response.body?.cancel()
    const more = { status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
    if (status === 404 || status === 410)
      return new HttpFault('missing', `${label} does not exist (HTTP status ${status})`, more)
    if (status === 401 || status === 402 || status === 403)
      return new HttpFault('refused', `${label} refused the request (HTTP status ${status})`, more)
    if (status === 429)
      return new HttpFault('rateLimited', `${label} is requested too often (HTTP status 429)`, more)
    if (status >= 500 || status === 408)
      return new HttpFault('unavailable', `${label} failed with HTTP status ${status}`, more)
    return new HttpFault('unexpected', `${label} answered with HTTP status ${status}`, more)
  }

  async #readBody(
    response: Response,
    label: string,
    wanted = this.#limits.maxBytes,
  ): Promise<Buffer> {
    const maxBytes = Math.min(wanted, this.#limits.maxBytes)
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of response.body ?? []) {
      bytes += part.byteLength
      // Throwing here ends the stream, so an endless body costs no more than the limit.
      if (bytes > maxBytes)
        throw new HttpFault('tooLarge', `${label} sent more than ${maxBytes} bytes`)
      parts.push(part)
    }
    this.meter.bytes += bytes
    return Buffer.concat(parts)
  }
}

function labelOf({ url, label }: HttpRequest): string {
  if (label !== undefined) return label
  // Queries of keyed services contain the key.
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

// Timers are late by milliseconds; without catching up, high rates would never be reached.
const CATCH_UP_MS = 20

interface PaceLimits {
  /** Requests that may be open in parallel. */
  concurrency: number
  /** Requests that may start within a second, evenly spaced. */
  ratePerSec: number
}

/** Spaces out the requests to one server. */
class Pace {
  readonly #slots: Slots
  readonly #gapMs: number
  readonly #with: Pick<HttpDependencies, 'clock' | 'sleep'>
  #nextMs = 0

  constructor({ concurrency, ratePerSec }: PaceLimits, dependencies: HttpDependencies) {
    this.#slots = new Slots(concurrency)
    this.#gapMs = 1000 / ratePerSec
    this.#with = dependencies
  }

  /** Runs a request when it is its turn. */
  run<Result>(request: () => Promise<Result>): Promise<Result> {
    const { clock, sleep } = this.#with
    return this.#slots.run(async () => {
      // A pause that was requested meanwhile counts too, so the wait is checked again.
      for (;;) {
        const waitMs = this.#nextMs - clock.nowMs()
        if (waitMs <= 0) break
        await sleep(waitMs)
      }
      this.#nextMs = Math.max(this.#nextMs, clock.nowMs() - CATCH_UP_MS) + this.#gapMs
      return request()
    })
  }

  /** No request starts before a time. */
  pauseUntil(atMs: number): void {
    this.#nextMs = Math.max(this.#nextMs, atMs)
  }
}
