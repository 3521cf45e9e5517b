import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AlmanacError, notFound } from '../lib/errors.ts'
import { suggest } from '../lib/suggest.ts'
import { callerOf, chooseKey } from './access.ts'
import { type Answer, Answerer, type Asked, askedOf } from './answer.ts'
import { answerBrokenRequest, MAX_HEADER_BYTES } from './broken-requests.ts'
import { addExpressLane, type QuickAnswerer } from './express-lane.ts'
import type { RequestHead } from './request-head.ts'
import { answersOnHost, createKeyFinder, type KeyFinder, pathKeyOf, takeKeyOut } from './roots.ts'
import { type Method, methodsOf, type Root, type Route } from './route.ts'
import { BODY_LIMIT_BYTES, send, sendError, toAlmanacError, toHeadText } from './send.ts'
import { addServiceRoutes, SERVICE_ADDRESSES } from './service-routes.ts'
import type { Services } from './services.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route
    root?: Root
  }
}

export const URL_LIMIT_BYTES = 32_768
// How often slow clients are looked for; the limits themselves would otherwise be checked twice a
// minute only.
const SLOW_CLIENT_CHECK_MS = 2_000
const OTHER_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const

/** The HTTP server: three roots on one origin, every operation from the list of routes. */
export function createServer(routes: readonly Route[], services: Services): FastifyInstance {
  let lastId = 0
  const idPrefix = Math.random().toString(36).slice(2, 8)
  const nextId = () => `${idPrefix}-${(++lastId).toString(36)}`
  const findKey = createKeyFinder(routes)
  const server = Fastify({
    logger: false,
    trustProxy: services.config.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: 10_000,
      connectionsCheckingInterval: SLOW_CLIENT_CHECK_MS,
    },
    routerOptions: { maxParamLength: MAX_HEADER_BYTES, ignoreTrailingSlash: true },
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => takeKeyOut(request, findKey),
    genReqId: nextId,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => sendError(request, reply, toAlmanacError(error)),
  })
  const answerer = new Answerer(services)
  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown) =>
    sendError(request, reply, toAlmanacError(error), services.access.errorHeaders(request.caller))
  server.decorateRequest('caller')
  server.addHook('onRequest', (request, reply, done) => {
    request.caller = callerOf(request, pathKeyOf(request.raw))
    observe(request, reply, services)
    const { route, root } = request.routeOptions.config
    try {
      limitAddress(request)
      if (route === undefined || root === undefined) return done()
      guard(request, root, services)
      const isRead = request.method !== 'POST'
      const ready = isRead
        ? answerer.answerFromMemory(askedOf(request), () =>
            services.access.admit(request.caller, root),
          )
        : undefined
      if (ready === undefined) done()
      else write(request, reply, ready)
    } catch (error) {
      fail(request, reply, error)
    }
  })
  server.setErrorHandler((error, request, reply) => {
    const seen = toAlmanacError(error)
    if (seen !== error && seen.status >= 500)
      services.log.error(
        { err: error, requestId: request.id, operation: operationOf(request) },
        'request failed',
      )
    fail(request, reply, seen)
  })
  server.setNotFoundHandler((request, reply) =>
    sendError(request, reply, unknownAddress(request, routes)),
  )
  server.options('/*', (request, reply) => preflight(request, reply))
  addServiceRoutes(server, routes, services)
  for (const url of SERVICE_ADDRESSES) refuseOtherMethods(server, url, ['GET'])
  for (const route of routes) addRoute(server, route, answerer)
  if (isPlainSetUp(services)) {
    const lane = addExpressLane(server.server, quickAnswers(answerer, services, findKey, nextId))
    server.addHook('preClose', async () => lane.close())
  }
  return server
}

/**
 * The express lane sees neither host names nor proxies, and logs nothing: where these matter, every
 * request takes the ordinary way.
 */
function isPlainSetUp({ config: { hosts, trustProxy }, log }: Services): boolean {
  const hasHosts = hosts.free !== undefined || hosts.pro !== undefined || hosts.bridge !== undefined
  return trustProxy === false && !hasHosts && !log.isLevelEnabled('debug')
}

function quickAnswers(
  answerer: Answerer,
  services: Services,
  findKey: KeyFinder,
  nextId: () => string,
): QuickAnswerer {
  const prepared = new WeakMap<RequestHead, { asked: Asked; key: string | undefined }>()
  const prepare = (head: RequestHead) => {
    const { url, key } = findKey(head.target)
    const asked = {
      target: url,
      acceptEncoding: head.acceptEncoding,
      ifNoneMatch: head.ifNoneMatch,
    }
    const known = { asked, key: chooseKey(key, head.authorization, head.apiKey) }
    prepared.set(head, known)
    return known
  }
  return (head, address) => {
    if (!services.isReady()) return undefined
    const { asked, key } = prepared.get(head) ?? prepare(head)
    try {
      const answer = answerer.answerFromMemory(asked, (root) =>
        services.access.admit({ address, key }, root),
      )
      return answer === undefined
        ? undefined
        : { head: toHeadText(answer, nextId(), Date.now()), body: answer.body }
    } catch {
      // A refusal is worded by the server proper.
      return undefined
    }
  }
}

function write(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: Answer,
): void {
  send(request, reply, status, headers, body)
}

function addRoute(server: FastifyInstance, route: Route, answerer: Answerer): void {
  for (const [name, path] of Object.entries(route.paths)) {
    const root = name as Root
    const url = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
      const pattern = route.only[root]?.[parameter]
      return pattern === undefined ? `:${parameter}` : `:${parameter}(${pattern})`
    })
    const methods = methodsOf(route, root)
    for (const method of methods) {
      const handler = async (request: FastifyRequest, reply: FastifyReply) =>
        write(request, reply, await answerer.answer(request, route, root))
      server.route({ method, url, config: { route, root }, handler })
    }
    refuseOtherMethods(server, url, methods)
  }
}

/** Answers 405 with what is offered instead (decision 27). */
function refuseOtherMethods(
  server: FastifyInstance,
  url: string,
  offered: readonly Method[],
): void {
  const allow = [...offered, ...(offered.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  const method = OTHER_METHODS.filter((candidate) => !offered.some((known) => known === candidate))
  server.route({ method, url, handler: (request, reply) => refuseMethod(request, reply, allow) })
}

function refuseMethod(request: FastifyRequest, reply: FastifyReply, allow: string): void {
  sendError(
    request,
    reply,
    new AlmanacError('method_not_allowed', `${request.method} is not offered here. Use ${allow}.`, {
      headers: { Allow: allow },
    }),
  )
}

function limitAddress(request: FastifyRequest): void {
  if (request.url.length > URL_LIMIT_BYTES) {
    throw new AlmanacError(
      'too_large',
      `The address is longer than ${URL_LIMIT_BYTES} bytes. Ask for fewer items, or use the POST form.`,
      {
        status: 414,
      },
    )
  }
}

/** Checks that cost nothing, before anything is looked up. */
function guard(request: FastifyRequest, root: Root, services: Services): void {
  if (!answersOnHost(services.config.hosts, root, request.hostname))
    throw notFound('Nothing is served at this address on this host.')
  if (!services.isReady()) {
    throw new AlmanacError(
      'not_ready',
      'The service is still loading its data. GET /ready tells when it is done.',
      {
        headers: { 'Retry-After': '2' },
      },
    )
  }
}

function observe(request: FastifyRequest, reply: FastifyReply, services: Services): void {
  const startedMs = performance.now()
  reply.raw.once('finish', () => {
    const ms = performance.now() - startedMs
    const { statusCode } = reply.raw
    services.metrics.observe(operationOf(request), statusCode, ms / 1000)
    if (services.log.isLevelEnabled('debug')) {
      services.log.debug(
        {
          requestId: request.id,
          method: request.method,
          operation: operationOf(request),
          status: statusCode,
          ms: Math.round(ms * 10) / 10,
        },
        'answered',
      )
    }
  })
}

function operationOf(request: FastifyRequest): string {
  return request.routeOptions.config.route?.id ?? request.routeOptions.url ?? 'unknown'
}

function unknownAddress(request: FastifyRequest, routes: readonly Route[]): AlmanacError {
  const path = request.url.split('?')[0] ?? ''
  const first = `/${path.split('/')[1] ?? ''}`
  const addresses = new Set(routes.flatMap((route) => Object.values(route.paths)))
  const near = [...addresses].filter((address) => address.startsWith(`${first}/`)).slice(0, 3)
  const message = 'There is no such address. GET /openapi.json lists them all; /docs shows them.'
  return notFound(message, near.length > 0 ? near : suggest(path, addresses))
}

function preflight(request: FastifyRequest, reply: FastifyReply): void {
  const headers = [
    'Access-Control-Allow-Methods',
    'GET, HEAD, POST, OPTIONS',
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, If-None-Match, X-API-Key, X-Request-Id',
    'Access-Control-Max-Age',
    '86400',
  ]
  send(request, reply, 204, headers, undefined)
}
