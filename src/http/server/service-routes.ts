import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toSec } from '../../lib/clock.ts'
import { AlmanacError } from '../../lib/errors.ts'
import type { Store } from '../../store/store.ts'
import { readAssets } from '../docs/assets.ts'
import { createReference } from '../docs/reference.ts'
import { renderPage } from '../docs/render.ts'
import { JSON_MEDIA_TYPE, JSON_TYPE, METRICS_HEADERS, NO_STORE } from '../headers.ts'
import { describeApi } from '../openapi/describe-api.ts'
import type { Exchange } from '../responses/exchange.ts'
import { StaticFile } from '../responses/static-file.ts'
import type { Route } from '../route.ts'
import type { Services } from '../services.ts'
import { showsToken } from './metrics-server.ts'

const PATHS = ['/health', '/ready', '/openapi.json', '/docs', '/docs/:name']

/** Paths about the service; metrics may have another server. */
export function servicePaths({ config: { metricsAccess } }: Services): string[] {
  return metricsAccess.address === undefined ? [...PATHS, '/metrics'] : PATHS
}

/** Health, readiness, metrics, the description of the API and its reference. */
export function addServiceRoutes(
  server: FastifyInstance,
  routes: readonly Route[],
  services: Services,
): void {
  server.get('/health', ({ exchange }) => sendJson(exchange, 200, { status: 'ok' }))
  server.get('/ready', ({ exchange }) => {
    const { status, body } = readinessOf(services.store, services.isReady())
    sendJson(exchange, status, body)
  })
  const { metricsAccess } = services.config
  if (metricsAccess.address === undefined)
    server.get('/metrics', async (request) => {
      if (!showsToken(request.raw, metricsAccess)) throw tokenMissing()
      const text = await services.metrics.text()
      request.exchange.send(200, METRICS_HEADERS, text)
    })
  const { access, clock, topics } = services
  let description: StaticFile | undefined
  server.get('/openapi.json', (request) => {
    const { rateHeaders } = access.admit(request.exchange.caller, 'free')
    description ??= new StaticFile(
      JSON_MEDIA_TYPE,
      JSON.stringify(describeApi(routes, topics, toSec(clock.nowMs()))),
    )
    return description.send(request, ['Cache-Control', 'public, no-cache', ...rateHeaders])
  })
  addReference(server, routes, services)
}

function tokenMissing(): AlmanacError {
  const message = 'Metrics are read with a token: send it as `Authorization: Bearer <token>`.'
  return new AlmanacError('invalid_key', message, { headers: { 'WWW-Authenticate': 'Bearer' } })
}

function sendJson(exchange: Exchange, status: number, value: unknown): void {
  exchange.send(status, [...JSON_TYPE, ...NO_STORE], JSON.stringify(value))
}

/** What `/ready` answers: whether this process can answer calls, and if not, why. */
export function readinessOf(store: Store, isLoaded: boolean): { status: number; body: object } {
  const { damages, isReachable, journal, room, upgrade } = store
  const dataVersion = journal.latest
  if (!isLoaded) return { status: 503, body: { status: 'loading', dataVersion } }
  if (!isReachable) {
    const reason = 'Not every shard of the store answers.'
    return { status: 503, body: { status: 'unreachable', dataVersion, reason } }
  }
  // Who only reads need not go elsewhere.
  const ingestion = room.shortage === undefined ? {} : { ingestion: room.shortage }
  const outdated =
    upgrade === undefined ? {} : { upgrade: `${upgrade} Responses are of run ${dataVersion}.` }
  if (damages.length === 0)
    return { status: 200, body: { status: 'ready', dataVersion, ...ingestion, ...outdated } }
  const damagedFacts = damages.map(({ fact }) => fact)
  return { status: 503, body: { status: 'damaged', dataVersion, damagedFacts } }
}

/** Nothing from elsewhere, nothing inline, in no frame. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const HEADERS = [
  ...['Cache-Control', 'no-cache'],
  ...['Content-Security-Policy', POLICY, 'Referrer-Policy', 'same-origin'],
]

/** `/docs`: the reference as pages that are read without a script, and the files they need. */
function addReference(server: FastifyInstance, routes: readonly Route[], services: Services): void {
  const { topics, store, config, clock } = services
  const reference = createReference(routes, {
    ...{ topics, facts: store.facts },
    hasExplorer: config.explorer.folder !== undefined,
  })
  const assets = readAssets()
  const sendPage = (request: FastifyRequest, reply: FastifyReply, id: string) => {
    const page = renderPage(reference, id, {
      root: id === '' ? '' : '../',
      origin: `http://${request.headers.host}`,
      nowSec: toSec(clock.nowMs()),
    })
    if (page === undefined) return reply.callNotFound()
    return new StaticFile('text/html; charset=utf-8', page).send(request, HEADERS)
  }
  server.get('/docs', (request, reply) => {
    // The page names its files relative to the URL without a slash.
    if (/^[^?]*\/(\?|$)/.test(request.url))
      return request.exchange.send(308, ['Location', '../docs', 'Cache-Control', 'no-cache'])
    return sendPage(request, reply, '')
  })
  server.get('/docs/:name', (request, reply) => {
    const { name } = request.params as { name: string }
    const asset = assets.get(name)
    return asset === undefined ? sendPage(request, reply, name) : asset.send(request, HEADERS)
  })
}
