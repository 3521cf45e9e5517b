import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type AlmanacError, MovedError } from '../../lib/errors.ts'
import type { OpenSpan } from '../../traces/span.ts'
import type { Tracer } from '../../traces/tracer.ts'
import type { Access, Caller } from '../access/access.ts'
import type { MemoryBudget } from '../access/memory-budget.ts'
import { newUrl } from '../errors.ts'
import { COMMON_HEADERS, type Headers, JSON_TYPE, NO_STORE } from '../headers.ts'
import type { Metrics } from '../metrics.ts'
import type { AccessLog } from './access-log.ts'

const CLOSE: Headers = ['Connection', 'close']

/** A response that is ready to be sent, but for its request id. */
export interface ReadyResponse {
  readonly status: number
  readonly headers: Headers
  /** Bytes, or the same as Latin-1 text. */
  readonly body: Buffer | string | undefined
}

export interface ExchangeServices {
  readonly access: Access
  readonly metrics: Metrics
  readonly accessLog: AccessLog
  readonly tracer: Tracer | undefined
  readonly budget: MemoryBudget
  /** The server is closing: connections end with their response. */
  isClosing(): boolean
}

export interface ExchangeOrigin {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly operation: string
  readonly caller: Caller
  /** Undefined: nothing is traced. */
  readonly span?: OpenSpan | undefined
}

/** One request and its response. Every response is written, counted and logged here, once. */
export class Exchange {
  readonly caller: Caller
  readonly #origin: ExchangeOrigin
  readonly #services: ExchangeServices
  readonly #startedMs = performance.now()

  get span(): OpenSpan | undefined {
    return this.#origin.span
  }

  constructor(origin: ExchangeOrigin, services: ExchangeServices) {
    this.caller = origin.caller
    this.#origin = origin
    this.#services = services
  }

  /** Aborted when the client leaves before it has its response. */
  clientGone(): AbortSignal {
    const gone = new AbortController()
    const { response } = this.#origin
    response.once('close', () => response.writableEnded || gone.abort())
    return gone.signal
  }

  /** Sends headers that lack what every response has. */
  send(status: number, headers: Headers, body?: Buffer | string): void {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    const all = [...headers, ...COMMON_HEADERS]
    if (status !== 304 && status !== 204) all.push('Content-Length', String(bytes?.length ?? 0))
    this.write({ status, headers: all, body: bytes })
  }

  /** The one shape of every error (responses.md#errors). */
  sendError(error: AlmanacError): void {
    const { request, requestId } = this.#origin
    const body = {
      error: error.code,
      message: error.message,
      status: error.status,
      requestId,
      ...error.details,
    }
    const headers = [
      ...JSON_TYPE,
      ...NO_STORE,
      ...this.#services.access.errorHeaders(this.caller),
      ...Object.entries(error.headers).flat(),
    ]
    if (error instanceof MovedError) headers.push('Location', newUrl(request.url ?? '', error))
    this.send(error.status, headers, JSON.stringify(body))
  }

  /** Begins a response that goes on; counted and logged now. `undefined`: nobody reads it. */
  stream(headers: Headers): ServerResponse | undefined {
    const { request, response, requestId } = this.#origin
    if (request.socket.destroyed) return undefined
    const { admission } = this.caller
    const all = [...headers, ...COMMON_HEADERS, ...(admission?.rateHeaders ?? []), ...CLOSE]
    response.writeHead(200, [...all, 'X-Request-Id', requestId])
    this.#observe(200, null)
    if (request.method !== 'HEAD') return response
    response.end()
    return undefined
  }

  write({ status, headers, body }: ReadyResponse): void {
    const { request, response, requestId } = this.#origin
    // The client is gone: nothing is sent, so nothing is counted.
    if (request.socket.destroyed) return
    const closing = this.#services.isClosing() ? CLOSE : []
    response.writeHead(status, [...headers, 'X-Request-Id', requestId, ...closing])
    // Headers and body leave in one write.
    if (body === undefined || request.method === 'HEAD') response.end()
    else if (typeof body === 'string') response.end(body, 'latin1')
    else {
      response.end(body)
      if (response.writableLength > 0) this.#services.budget.holdUntilSent(body, response)
    }
    this.#observe(status, body?.length ?? 0)
  }

  /** Sends a body that is read while it is sent; ends when the client has it or is gone. */
  async sendFile(
    status: number,
    body: { headers: Headers; length: number; open: () => Readable },
  ): Promise<void> {
    const { request, response, requestId } = this.#origin
    if (request.socket.destroyed) return
    const closing = this.#services.isClosing() ? CLOSE : []
    const own = ['Content-Length', String(body.length), 'X-Request-Id', requestId, ...closing]
    response.writeHead(status, [...body.headers, ...COMMON_HEADERS, ...own])
    this.#observe(status, body.length)
    if (request.method === 'HEAD' || body.length === 0) response.end()
    // When either end breaks off, the other is closed with it; no reader is left to tell.
    else await pipeline(body.open(), response).catch(() => undefined)
  }

  #observe(status: number, bytes: number | null): void {
    const { metrics, accessLog } = this.#services
    const { request, requestId, operation } = this.#origin
    const ms = performance.now() - this.#startedMs
    metrics.observe(operation, status, ms / 1000)
    const { admission, network } = this.caller
    const caller = admission?.bucket ?? `ip ${network}`
    const method = request.method ?? ''
    this.#endSpan(status)
    accessLog.answered({ requestId, method, operation, status, ms, bytes, caller })
  }

  #endSpan(status: number): void {
    const { span, request, operation, requestId } = this.#origin
    if (span === undefined) return
    const method = request.method ?? ''
    const attributes = {
      'http.request.method': method,
      'http.response.status_code': status,
      'almanac.operation': operation,
      'almanac.request_id': requestId,
    }
    const error = status >= 500 ? String(status) : undefined
    this.#services.tracer?.end(span, `${method} ${operation}`, attributes, error)
  }
}
