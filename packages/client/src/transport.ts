import type { BaseUrl } from './addresses.ts'
import {
  AlmanacApiError,
  AlmanacConnectionError,
  AlmanacFormatError,
  AlmanacTimeoutError,
} from './errors.ts'
import { type CacheLimits, EtagCache } from './etag-cache.ts'
import { type RetryLimits, withRetries } from './retry.ts'

export interface ClientOptions {
  readonly baseUrl: BaseUrl
  /** API key; sent to pro addresses only, in a header. */
  readonly key?: string
  /** Time-out of one attempt; 30,000 unless set. */
  readonly timeoutMs?: number
  readonly retry?: RetryLimits
  /** Limits of the ETag cache in memory, or false for none. */
  readonly cache?: CacheLimits | false
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Another `fetch` than the global one. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface Request {
  readonly url: string
  readonly method: string
  readonly isPro: boolean
  readonly isIdempotent: boolean
  readonly body: unknown
}

/** An answer and what its headers say about it. */
export interface Answer<T> {
  readonly data: T
  readonly url: string
  readonly headers: Headers
}

const TIMEOUT_MS = 30_000

/** Sends requests: key, time-out, retries, ETags, errors. */
export class Transport {
  readonly #options: ClientOptions
  readonly #cache: EtagCache | undefined

  constructor(options: ClientOptions) {
    this.#options = options
    this.#cache = options.cache === false ? undefined : new EtagCache(options.cache ?? {})
  }

  /** The answer as JSON. */
  async ask(request: Request, options: CallOptions): Promise<Answer<unknown>> {
    const { url, method } = request
    const cache = method === 'GET' ? this.#cache : undefined
    const cached = cache?.find(url)
    const condition = cached === undefined ? undefined : { 'If-None-Match': cached.etag }
    const headers = { ...condition, ...options.headers }
    const { response, received } = await this.#send(request, { ...options, headers }, readJson)
    const isSame = response.status === 304 && cached !== undefined
    const text = isSame ? cached.text : received
    const data = JSON.parse(text) as unknown
    const etag = response.headers.get('etag')
    if (etag !== null && !isSame) cache?.put(url, { etag, text })
    return { data, url, headers: response.headers }
  }

  /** The response itself, for other formats than JSON; its body is not read yet. */
  open(request: Request, options: CallOptions): Promise<Response> {
    return this.#send(request, options, async (response) => response)
  }

  #send<T>(
    request: Request,
    options: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { signal } = options
    signal?.throwIfAborted()
    const limits = { ...this.#options.retry, isIdempotent: request.isIdempotent, signal }
    return withRetries(() => this.#attempt(request, options, read), limits)
  }

  async #attempt<T>(
    request: Request,
    options: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { signal, timeoutMs = this.#options.timeoutMs ?? TIMEOUT_MS } = options
    const fetch = this.#options.fetch ?? globalThis.fetch
    const ending = new AbortController()
    const stop = () => ending.abort(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    const timeout = new AlmanacTimeoutError(`No answer within ${timeoutMs} ms.`)
    const timer = setTimeout(() => ending.abort(timeout), timeoutMs)
    try {
      const response = await fetch(request.url, this.#init(request, options, ending.signal))
      if (response.status >= 400) throw new AlmanacApiError(response, await response.text())
      return await read(response)
    } catch (error) {
      throw ending.signal.aborted ? ending.signal.reason : asClientError(error)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
  }

  #init(request: Request, options: CallOptions, signal: AbortSignal): RequestInit {
    const { key, headers } = this.#options
    const { method, body, isPro } = request
    return {
      method,
      signal,
      headers: {
        // A browser drops this header on the way to another host; X-API-Key it would pass on.
        ...(isPro && key !== undefined ? { Authorization: `Bearer ${key}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
  }
}

/** The text of a JSON answer. Other bodies are not read: they may be large, or never end. */
async function readJson(response: Response): Promise<{ response: Response; received: string }> {
  const type = response.headers.get('content-type') ?? 'of no type'
  if (response.status === 304 || /^application\/(\w+\+)?json\b/i.test(type))
    return { response, received: await response.text() }
  await response.body?.cancel()
  throw new AlmanacFormatError(`The answer is not JSON but ${type}. Use client.response().`)
}

function asClientError(error: unknown): Error {
  if (error instanceof AlmanacApiError || error instanceof AlmanacFormatError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new AlmanacConnectionError(`The service could not be reached: ${reason}`, { cause: error })
}
