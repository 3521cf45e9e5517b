import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

// Clients try either of them for `localhost`.
const LOOPBACK = { first: '127.0.0.1', second: '::1' }

/** Listens on a host; `localhost` is both loopback addresses, where this machine has both. */
export async function listenOn(
  server: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<string> {
  if (host !== 'localhost') return server.listen({ host, port })
  const forward = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.server.emit('connection', socket),
  )
  server.addHook('preClose', async () => void forward.close())
  const address = await server.listen({ host: LOOPBACK.first, port })
  forward.listen({ host: LOOPBACK.second, port: (server.server.address() as AddressInfo).port })
  // A machine without IPv6 has the first one only.
  await once(forward, 'listening').catch(() => undefined)
  return address
}
