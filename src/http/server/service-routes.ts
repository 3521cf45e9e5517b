import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AlmanacError } from '../../lib/errors.ts'
import { JSON_TYPE, METRICS_HEADERS } from '../headers.ts'
import type { Route } from '../route.ts'
import type { Services } from '../services.ts'
import { ApiDescription } from './api-description.ts'
import { takeOver } from './exchanges.ts'
import { showsToken } from './metrics-server.ts'
import { addReference } from './reference.ts'

const ADDRESSES = ['/health', '/ready', '/openapi.json', '/docs', '/docs/:name']

/** Addresses about the service; metrics may have another server. */
export function serviceAddresses({ config: { metricsAccess } }: Services): string[] {
  return metricsAccess.address === undefined ? [...ADDRESSES, '/metrics'] : ADDRESSES
}

/**
 * Addresses about the service itself: health, readiness, metrics, the description of the API and
 * its reference.
 */
export function addServiceRoutes(
  server: FastifyInstance,
  routes: readonly Route[],
  services: Services,
): void {
  server.get('/health', (request, reply) => sendJson(request, reply, 200, { status: 'ok' }))
  server.get('/ready', (request, reply) => {
    const { damages, journal, room } = services.store
    const dataVersion = journal.latest
    if (!services.isReady())
      return sendJson(request, reply, 503, { status: 'loading', dataVersion })
    // Who only reads need not go elsewhere.
    const ingestion = room.shortage === undefined ? {} : { ingestion: room.shortage }
    if (damages.length === 0)
      return sendJson(request, reply, 200, { status: 'ready', dataVersion, ...ingestion })
    const damagedFacts = damages.map(({ fact }) => fact)
    sendJson(request, reply, 503, { status: 'damaged', dataVersion, damagedFacts })
  })
  const { metricsAccess } = services.config
  if (metricsAccess.address === undefined)
    server.get('/metrics', async (request, reply) => {
      if (!showsToken(request.raw, metricsAccess)) throw tokenMissing()
      const text = await services.metrics.text()
      takeOver(request, reply).send(200, METRICS_HEADERS, text)
    })
  const description = new ApiDescription(routes, services)
  server.get('/openapi.json', async (request, reply) => {
    await description.send(request.headers, request.exchange)
    reply.hijack()
  })
  addReference(server, routes, services)
}

function tokenMissing(): AlmanacError {
  const message = 'Metrics are read with a token: send it as `Authorization: Bearer <token>`.'
  return new AlmanacError('invalid_key', message, { headers: { 'WWW-Authenticate': 'Bearer' } })
}

function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  value: unknown,
): void {
  const headers = [...JSON_TYPE, 'Cache-Control', 'no-store']
  takeOver(request, reply).send(status, headers, JSON.stringify(value))
}
