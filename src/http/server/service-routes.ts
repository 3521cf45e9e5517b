import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { JSON_TYPE } from '../headers.ts'
import type { Route } from '../route.ts'
import type { Services } from '../services.ts'
import { ApiDescription } from './api-description.ts'
import { takeOver } from './exchanges.ts'
import { addReference } from './reference.ts'

export const SERVICE_ADDRESSES = [
  '/health',
  '/ready',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/docs/:name',
] as const

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
    const { damages, journal } = services.store
    const dataVersion = journal.latest
    if (!services.isReady())
      return sendJson(request, reply, 503, { status: 'loading', dataVersion })
    if (damages.length === 0) return sendJson(request, reply, 200, { status: 'ready', dataVersion })
    const damagedFacts = damages.map(({ fact }) => fact)
    sendJson(request, reply, 503, { status: 'damaged', dataVersion, damagedFacts })
  })
  server.get('/metrics', async (request, reply) => {
    const text = await services.metrics.text()
    const type = ['Content-Type', 'text/plain; version=0.0.4; charset=utf-8']
    takeOver(request, reply).send(200, [...type, 'Cache-Control', 'no-store'], text)
  })
  const description = new ApiDescription(routes, services)
  server.get('/openapi.json', async (request, reply) => {
    await description.send(request.headers, request.exchange)
    reply.hijack()
  })
  addReference(server, routes, services)
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
