import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { METRICS_HEADERS } from '../headers.ts'
import type { Metrics } from '../metrics.ts'
import { createNodeServer } from './node-server.ts'

export interface MetricsAccess {
  /** Metrics have an address of their own, and none beside the operations. */
  address: { host: string; port: number } | undefined
  /** Requests must show it; undefined: anyone may read metrics. */
  token: string | undefined
}

/** Whether a request may read metrics: it shows the token, or none is wanted. */
export function showsToken({ headers }: IncomingMessage, { token }: MetricsAccess): boolean {
  if (token === undefined) return true
  const [, shown = ''] = /^Bearer (.*)$/i.exec(headers.authorization ?? '') ?? []
  // Hashes have one length, which comparing in constant time needs.
  return timingSafeEqual(hashOf(shown), hashOf(token))
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** `/metrics` on an address of its own, which the public need not reach. */
export async function serveMetrics(
  metrics: Metrics,
  access: MetricsAccess & { address: { host: string; port: number } },
): Promise<Server> {
  const server = createNodeServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    if (request.method !== 'GET') return void response.writeHead(405, ['Allow', 'GET']).end()
    if (!showsToken(request, access))
      return void response.writeHead(401, ['WWW-Authenticate', 'Bearer']).end()
    const text = await metrics.text()
    response.writeHead(200, [...METRICS_HEADERS]).end(text)
  })
  server.listen(access.address)
  await once(server, 'listening')
  return server
}
