import type { FastifyInstance } from 'fastify'
import { toSec } from '../../lib/clock.ts'
import { AlmanacError } from '../../lib/errors.ts'
import { JSON_MEDIA_TYPE, JSON_TYPE, METRICS_HEADERS, NO_STORE } from '../headers.ts'
import { describeApi } from '../openapi/describe-api.ts'
import type { Exchange } from '../responses/exchange.ts'
import { StaticFile } from '../responses/static-file.ts'
import type { Route } from '../route.ts'
import type { Services } from '../services.ts'
import { showsToken } from './metrics-server.ts'
import { readinessOf } from './readiness.ts'
import { addReference } from './reference.ts'

const ADDRESSES = ['/health', '/ready', '/openapi.json', '/docs', '/docs/:name']

/** Addresses about the service; metrics may have another server. */
export function serviceAddresses({ config: { metricsAccess } }: Services): string[] {
  return metricsAccess.address === undefined ? [...ADDRESSES, '/metrics'] : ADDRESSES
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
