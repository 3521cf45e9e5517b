import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AlmanacError, notFound } from '../lib/errors.ts'
import { suggest } from '../lib/suggest.ts'
import { answerBrokenRequest, MAX_HEADER_BYTES } from './broken-requests.ts'
import { createCachedRequests } from './cached-requests.ts'
import { BODY_LIMIT_BYTES, toAlmanacError } from './errors.ts'
import { Exchanges, operationOf, takeOver } from './exchanges.ts'
import { MemoryBudget } from './memory-budget.ts'
import { createNodeServer } from './node-server.ts'
import { Responder } from './responder.ts'
import { createKeyFinder, firstSegment, pathOf, takeKeyOut } from './roots.ts'
import { type Method, methodsOf, type Root, type Route } from './route.ts'
import { addServiceRoutes, SERVICE_ADDRESSES } from './service-routes.ts'
import type { Services } from './services.ts'

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
      }),
    rewriteUrl: (request) => takeKeyOut(request, findKey),
    genReqId: () => exchanges.nextId(),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      exchanges.of(request, reply)
      takeOver(request, reply).sendError(toAlmanacError(error))
    },
  })
  server.decorateRequest('exchange')
  server.addHook('preClose', async () => exchanges.close())
  addChecks(server, exchanges, services)
  addErrorHandlers(server, routes, services)
  server.options('/*', preflight)
  addServiceRoutes(server, routes, services)
  for (const url of SERVICE_ADDRESSES) refuseOtherMethods(server, url, ['GET'])
  for (const route of routes) addRoute(server, route, responder)
  return server
}

/** Checks that cost nothing, before anything is looked up. */
function addChecks(server: FastifyInstance, exchanges: Exchanges, services: Services): void {
  server.addHook('onRequest', (request, reply, done) => {
    exchanges.of(request, reply)
    const { root } = request.routeOptions.config
    if (request.url.length > URL_LIMIT_BYTES) done(addressTooLong())
    else if (root === undefined) done()
    else if (!exchanges.answersHost(request.raw, root))
      done(notFound('Nothing is served at this address on this host.'))
    else if (!services.isReady()) done(notReady())
    else done()
  })
}

function addErrorHandlers(
  server: FastifyInstance,
  routes: readonly Route[],
  { log }: Services,
): void {
  server.setErrorHandler((error, request, reply) => {
    const shown = toAlmanacError(error)
    if (shown !== error && shown.status >= 500)
      log.error(
        { err: error, requestId: request.id, operation: operationOf(request) },
        'request failed',
      )
    takeOver(request, reply).sendError(shown)
  })
  server.setNotFoundHandler((request, reply) =>
    takeOver(request, reply).sendError(unknownAddress(request, routes)),
  )
}

function addRoute(server: FastifyInstance, route: Route, responder: Responder): void {
  for (const [name, path] of Object.entries(route.paths)) {
    const root = name as Root
    const url = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
      const pattern = route.only[root]?.[parameter]
      return pattern === undefined ? `:${parameter}` : `:${parameter}(${pattern})`
    })
    const methods = methodsOf(route, root)
    for (const method of methods) {
      const handler = async (request: FastifyRequest, reply: FastifyReply) => {
        request.exchange.write(await responder.respond(request, request.exchange, { route, root }))
        reply.hijack()
      }
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
  const message = `${request.method} is not offered here. Use ${allow}.`
  const error = new AlmanacError('method_not_allowed', message, { headers: { Allow: allow } })
  takeOver(request, reply).sendError(error)
}

function addressTooLong(): AlmanacError {
  const message = `The address is longer than ${URL_LIMIT_BYTES} bytes. Ask for fewer items, or use the POST form.`
  return new AlmanacError('too_large', message, { status: 414 })
}

function notReady(): AlmanacError {
  return new AlmanacError(
    'not_ready',
    'The service is still loading its data. GET /ready tells when it is done.',
    { headers: { 'Retry-After': '2' } },
  )
}

function unknownAddress(request: FastifyRequest, routes: readonly Route[]): AlmanacError {
  const path = pathOf(request.url)
  const first = firstSegment(path)
  const addresses = new Set(routes.flatMap((route) => Object.values(route.paths)))
  const near = [...addresses].filter((address) => address.startsWith(`/${first}/`)).slice(0, 3)
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
  takeOver(request, reply).send(204, headers)
}
