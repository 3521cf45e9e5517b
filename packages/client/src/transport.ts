import {
  AlmanacApiError,
  AlmanacConnectionError,
  AlmanacError,
  AlmanacFormatError,
  AlmanacTimeoutError,
} from './errors.ts'
import { type CacheLimits, EtagCache } from './etag-cache.ts'
import { type RetryLimits, withRetries } from './retry.ts'
import type { BaseUrl } from './urls.ts'

export interface ClientOptions {
  readonly baseUrl: BaseUrl
  /** API key; sent to pro URLs only, in a header. */
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
  /** A text is sent as it is, anything else as JSON. */
  readonly body: unknown
}

/** A response and what its headers say about it. */
export interface ApiResponse<T> {
  readonly data: T
  readonly url: string
  /** Where the response came from: another URL than the requested one after a redirect. */
  readonly finalUrl: string
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

  /** The response as JSON. */
  async ask(request: Request, options: CallOptions): Promise<ApiResponse<unknown>> {
    const { url, method } = request
    const cache = method === 'GET' ? this.#cache : undefined
    const cached = cache?.find(url)
    const condition = cached === undefined ? undefined : { 'If-None-Match': cached.etag }
    const headers = { ...condition, ...options.headers }
    const { response, received } = await this.#send(request, { ...options, headers }, (given) =>
      readJson(given, url),
    )
    const isSame = response.status === 304 && cached !== undefined
    const text = isSame ? cached.text : received
    const data = parseJson(text, url, response)
    const etag = response.headers.get('etag')
    if (etag !== null && !isSame) cache?.put(url, { etag, text })
    return { data, url, finalUrl: response.url || url, headers: response.headers }
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
    const timeout = new AlmanacTimeoutError(`No response within ${timeoutMs} ms.`, {
      url: request.url,
    })
    const timer = setTimeout(() => ending.abort(timeout), timeoutMs)
    try {
      const response = await fetch(request.url, this.#init(request, options, ending.signal))
      if (response.status >= 400)
        throw new AlmanacApiError(response, await response.text(), request.url)
      return await read(response)
    } catch (error) {
      throw ending.signal.aborted ? ending.signal.reason : asClientError(error, request.url)
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
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }
  }
}

/** The text of a JSON response. Other bodies are not read: they may be large, or never end. */
async function readJson(
  response: Response,
  url: string,
): Promise<{ response: Response; received: string }> {
  const { status, headers } = response
  const type = headers.get('content-type') ?? 'of no type'
  if (status === 304 || /^application\/(\w+\+)?json\b/i.test(type))
    return { response, received: await response.text() }
  await response.body?.cancel()
  throw notJson(`not JSON but ${type}. Use client.response()`, url, response)
}

function parseJson(text: string, url: string, response: Response): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notJson('broken JSON', url, response)
  }
}

function notJson(what: string, url: string, { status, headers }: Response): AlmanacFormatError {
  const requestId = headers.get('x-request-id')
  return new AlmanacFormatError(`The response is ${what}.`, {
    ...{ url, status, code: 'unreadable', requestId },
  })
}

function asClientError(error: unknown, url: string): Error {
  if (error instanceof AlmanacError) return error
  const reason = error instanceof Error ? error.message : String(error)
  const message = `The service could not be reached: ${reason}`
  return new AlmanacConnectionError(message, { url }, { cause: error })
}
