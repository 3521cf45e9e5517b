import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readTraceParent } from '../../traces/span.ts'
import { keyOf } from '../access/access.ts'
import { type ClientReader, createClientReader } from '../access/client.ts'
import type { MemoryBudget } from '../access/memory-budget.ts'
import { AccessLog } from '../responses/access-log.ts'
import { Exchange, type ExchangeServices } from '../responses/exchange.ts'
import { pathKeyOf } from '../roots.ts'
import type { Root } from '../route.ts'
import type { Services } from '../services.ts'
import { Passes } from '../session/passes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the response is written; Fastify sees that it was, and sends nothing of its own. */
    exchange: Exchange
  }
}

/** Opens an exchange for each request, whether it is routed or served from the cache. */
export class Exchanges {
  readonly passes: Passes
  readonly accessLog: AccessLog
  readonly #services: Services
  readonly #client: ClientReader
  readonly #shared: ExchangeServices
  readonly #idPrefix = Math.random().toString(36).slice(2, 8)
  #lastId = 0
  #isClosing = false

  constructor(services: Services, budget: MemoryBudget) {
    const { access, metrics, log, config } = services
    this.#services = services
    this.#client = createClientReader(config.trustProxy)
    this.passes = new Passes(services, this.#client)
    this.accessLog = new AccessLog(log, config.accessLog)
    const { accessLog } = this
    const { tracer } = services
    this.#shared = { access, metrics, accessLog, tracer, budget, isClosing: () => this.#isClosing }
  }

  get isReady(): boolean {
    return this.#services.isReady()
  }

  /** From here on connections end with their response. */
  close(): void {
    this.#isClosing = true
  }

  nextId(): string {
    return `${this.#idPrefix}-${(++this.#lastId).toString(36)}`
  }

  /** With a host of its own, a root answers only there (responses.md#roots). */
  servesHost(request: IncomingMessage, root: Root): boolean {
    const host = this.#services.config.hosts[root]
    return host === undefined || this.#client.hostOf(request).toLowerCase() === host.toLowerCase()
  }

  open(
    request: IncomingMessage,
    response: ServerResponse,
    origin: { requestId: string; operation: string; keyInPath: string | undefined },
  ): Exchange {
    const { requestId, operation, keyInPath } = origin
    const key = keyOf(request, keyInPath)
    const pass = key === undefined ? this.passes.find(request) : undefined
    const caller = { network: this.#client.networkOf(request), key, pass }
    const { tracer } = this.#services
    const span = tracer?.start('server', readTraceParent(headerOf(request)))
    return new Exchange({ request, response, requestId, operation, caller, span }, this.#shared)
  }

  /** The exchange of a routed request, opened when it is first asked for. */
  of(request: FastifyRequest, reply: FastifyReply): Exchange {
    request.exchange ??= this.open(request.raw, reply.raw, {
      requestId: request.id,
      operation: operationOf(request),
      keyInPath: pathKeyOf(request.raw),
    })
    return request.exchange
  }
}

function headerOf({ headers: { traceparent } }: IncomingMessage): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined
}

export function operationOf({ routeOptions: { config, url } }: FastifyRequest): string {
  return config.route?.id ?? url ?? 'unknown'
}
