import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import program from '../../../package.json' with { type: 'json' }
import { AlmanacError, notFound } from '../../lib/errors.ts'
import { OutageLog } from '../../lib/outage-log.ts'
import { suggest } from '../../lib/suggest.ts'
import type { Access } from '../access/access.ts'
import { MemoryBudget } from '../access/memory-budget.ts'
import { BODY_LIMIT_BYTES, toAlmanacError } from '../errors.ts'
import { type ExportRequest, Exports } from '../export/exports.ts'
import { Responder } from '../responses/responder.ts'
import { createKeyFinder, firstSegment, pathOf, takeKeyOut } from '../roots.ts'
import { type Method, methodsOf, type Root, type Route } from '../route.ts'
import type { Services } from '../services.ts'
import type { Passes, SessionRequest } from '../session/passes.ts'
import type { Subscription } from '../stream/event-stream.ts'
import { Streams } from '../stream/streams.ts'
import { MAX_HEADER_BYTES, respondToBrokenRequest } from './broken-requests.ts'
import { createCachedRequests } from './cached-requests.ts'
import { addDownloads, DOWNLOADS } from './downloads.ts'
import { Exchanges, operationOf } from './exchanges.ts'
import { addExplorer, explorerPaths } from './explorer.ts'
import { createNodeServer } from './node-server.ts'
import { addServiceRoutes, servicePaths } from './service-routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route
    root?: Root
  }
}

export const URL_LIMIT_BYTES = 32_768
const OTHER_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const

/** The HTTP server: three roots on one origin, every operation from the list of routes. */
export function createServer(routes: readonly Route[], services: Services): FastifyInstance {
  const findKey = createKeyFinder(routes)
  const budget = new MemoryBudget(services.config.maxInFlightBytes)
  const exchanges = new Exchanges(services, budget)
  const responder = new Responder(services, budget)
  const streams = new Streams(services)
  const serveCached = createCachedRequests(responder, exchanges, findKey)
  const server = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: MAX_HEADER_BYTES, ignoreTrailingSlash: true },
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: (route) =>
      createNodeServer((request, response) => {
        if (!serveCached(request, response)) route(request, response)
      }, services.config.tls),
    rewriteUrl: (request) => takeKeyOut(request, findKey),
    genReqId: () => exchanges.nextId(),
    clientErrorHandler: respondToBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      exchanges.of(request, reply)
      refuse(request, services.access, toAlmanacError(error))
    },
  })
  server.decorateRequest('exchange')
  server.addHook('preClose', async () => {
    exchanges.close()
    streams.close()
  })
  // Connections are closed by then; a handler whose client is gone may still ask the engine.
  server.addHook('onClose', async () => {
    await responder.close()
    exchanges.accessLog.flush()
  })
  addChecks(server, exchanges, services)
  addErrorHandlers(server, routes, services)
  server.options('/*', preflight)
  addServiceRoutes(server, routes, services)
  const { downloadsDir } = services.config
  if (downloadsDir !== undefined) addDownloads(server, downloadsDir, services)
  const downloads = downloadsDir === undefined ? [] : [`${DOWNLOADS}/*`]
  const explorer = { ...services.config.explorer, version: program.version }
  addExplorer(server, explorer)
  for (const url of [...servicePaths(services), ...explorerPaths(explorer), ...downloads])
    refuseOtherMethods(server, url, ['GET'], services)
  const exports = new Exports(services.store, services.config.spoolDir)
  const routeServices = { responder, streams, exports, passes: exchanges.passes }
  const offered = new Map<string, Method[]>()
  for (const route of routes)
    for (const [url, methods] of addRoute(server, route, routeServices))
      offered.set(url, [...(offered.get(url) ?? []), ...methods])
  // A path may have several operations, one for each method.
  for (const [url, methods] of offered) refuseOtherMethods(server, url, methods, services)
  return server
}

/** Checks that cost nothing, before anything is looked up. */
function addChecks(server: FastifyInstance, exchanges: Exchanges, services: Services): void {
  server.addHook('onRequest', (request, reply, done) => {
    exchanges.of(request, reply)
    const { root } = request.routeOptions.config
    if (request.url.length > URL_LIMIT_BYTES) done(urlTooLong())
    else if (root === undefined) done()
    else if (!exchanges.servesHost(request.raw, root))
      done(notFound('Nothing is served at this path on this host.'))
    else if (!services.isReady()) done(notReady())
    else enterSpan(request, services, done)
  })
}

/** Statements from here on belong to the span of the request. */
function enterSpan({ exchange }: FastifyRequest, { tracer }: Services, next: () => void): void {
  if (tracer === undefined || exchange.span === undefined) next()
  else tracer.within(exchange.span, next)
}

function addErrorHandlers(
  server: FastifyInstance,
  routes: readonly Route[],
  { access, log }: Services,
): void {
  const outage = new OutageLog(log, 'request failed')
  server.addHook('onClose', async () => outage.close())
  server.setErrorHandler((error, request) => {
    const shown = toAlmanacError(error)
    // A caller that left, such as in the middle of an export, is no fault of the service.
    const isGone = request.raw.socket.destroyed
    if (shown !== error && shown.status >= 500 && !isGone) {
      const details = { requestId: request.id, operation: operationOf(request) }
      outage.failed(error, details)
      log.debug({ err: error, ...details }, 'request failed')
    }
    // Before a caller is admitted, only the path and the host can be wrong: those count too.
    const { admission } = request.exchange.caller
    if (admission === undefined && shown.status === 404) refuse(request, access, shown)
    else request.exchange.sendError(shown)
  })
  server.setNotFoundHandler((request) => refuse(request, access, unknownPath(request, routes)))
}

/** Answers what no route answers. It counts against the limit of the caller like any request. */
function refuse({ exchange }: FastifyRequest, access: Access, error: AlmanacError): void {
  try {
    access.admit(exchange.caller, 'free')
    exchange.sendError(error)
  } catch (limited) {
    exchange.sendError(toAlmanacError(limited))
  }
}

interface RouteServices {
  responder: Responder
  streams: Streams
  exports: Exports
  passes: Passes
}

/** Returns the paths of the route with the methods it has there. */
function addRoute(
  server: FastifyInstance,
  route: Route,
  routeServices: RouteServices,
): [url: string, methods: readonly Method[]][] {
  return Object.entries(route.paths).map(([name, path]) => {
    const root = name as Root
    const url = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
      const pattern = route.only[root]?.[parameter]
      return pattern === undefined ? `:${parameter}` : `:${parameter}(${pattern})`
    })
    const methods = methodsOf(route, root)
    for (const method of methods) {
      const handler = (request: FastifyRequest) => respond(request, { route, root }, routeServices)
      server.route({ method, url, config: { route, root }, handler })
    }
    return [url, methods]
  })
}

/** Sends what the route's handler returns, in the way of its kind. */
async function respond(
  request: FastifyRequest,
  { route, root }: { route: Route; root: Root },
  { responder, streams, exports, passes }: RouteServices,
): Promise<void> {
  const { exchange } = request
  if (route.kind === 'response')
    return exchange.write(await responder.respond(request, exchange, { route, root }))
  const wanted = await responder.handle(request, exchange, { route, root })
  if (route.kind === 'stream')
    return streams.open(exchange, wanted as Subscription, lastEventIdOf(request))
  if (route.kind === 'session')
    return passes.respond(request.raw, exchange, wanted as SessionRequest)
  const charge = () => responder.charge(exchange, route)
  await exports.send(exchange, wanted as ExportRequest, charge)
}

function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id']
  return Array.isArray(id) ? id.at(-1) : id
}

/** Returns 405 with what is offered instead (responses.md#errors). */
function refuseOtherMethods(
  server: FastifyInstance,
  url: string,
  offered: readonly Method[],
  { access }: Services,
): void {
  const allow = [...offered, ...(offered.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  const method = OTHER_METHODS.filter((candidate) => !offered.some((known) => known === candidate))
  const handler = (request: FastifyRequest) =>
    refuse(request, access, methodNotAllowed(request.method, allow))
  server.route({ method, url, handler })
}

function methodNotAllowed(method: string, allow: string): AlmanacError {
  const message = `${method} is not offered here. Use ${allow}.`
  return new AlmanacError('method_not_allowed', message, { headers: { Allow: allow } })
}

function urlTooLong(): AlmanacError {
  const message = `The URL is longer than ${URL_LIMIT_BYTES} bytes. Ask for fewer items, or use the POST form.`
  return new AlmanacError('too_large', message, { status: 414 })
}

function notReady(): AlmanacError {
  return new AlmanacError(
    'not_ready',
    'The service is still loading its data. GET /ready tells when it is done.',
    { headers: { 'Retry-After': '2' } },
  )
}

function unknownPath(request: FastifyRequest, routes: readonly Route[]): AlmanacError {
  const path = pathOf(request.url)
  const first = firstSegment(path)
  const known = new Set(routes.flatMap((route) => Object.values(route.paths)))
  const near = [...known].filter((one) => one.startsWith(`/${first}/`)).slice(0, 3)
  const message = 'There is no such path. GET /openapi.json lists them all; /docs shows them.'
  return notFound(message, near.length > 0 ? near : suggest(path, known))
}

function preflight({ exchange }: FastifyRequest): void {
  const allowed = 'Authorization, Content-Type, If-None-Match, X-API-Key, X-Request-Id'
  exchange.send(204, [
    ...['Access-Control-Allow-Methods', 'GET, HEAD, POST, OPTIONS'],
    ...['Access-Control-Allow-Headers', allowed, 'Access-Control-Max-Age', '86400'],
  ])
}
