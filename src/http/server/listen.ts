import cluster from 'node:cluster'
import { once } from 'node:events'
import { lstatSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

// Clients try either of them for `localhost`.
const LOOPBACK = { first: '127.0.0.1', second: '::1' }

export interface ListenOptions {
  host: string
  port: number
  /** Path of a socket; then host and port do not matter. */
  socketPath?: string | undefined
}

/** Listens on a socket or a host; `localhost` is both loopback addresses, where there are both. */
export async function listenOn(
  server: FastifyInstance,
  { host, port, socketPath }: ListenOptions,
): Promise<string> {
  if (socketPath !== undefined) return listenOnSocket(server, socketPath)
  if (host !== 'localhost') return withScheme(server, await server.listen({ host, port }))
  const forward = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.server.emit('connection', socket),
  )
  server.addHook('preClose', async () => void forward.close())
  const url = await server.listen({ host: LOOPBACK.first, port })
  forward.listen({ host: LOOPBACK.second, port: (server.server.address() as AddressInfo).port })
  // A machine without IPv6 has the first one only.
  await once(forward, 'listening').catch(() => undefined)
  return withScheme(server, url)
}

async function listenOnSocket(server: FastifyInstance, path: string): Promise<string> {
  // Of several workers the second would remove what the first listens on.
  if (cluster.isPrimary) await removeStaleSocket(path)
  await server.listen({ path })
  return `unix:${path}`
}

/** A process that was killed leaves its socket behind. */
export async function removeStaleSocket(path: string): Promise<void> {
  // A plain file refuses connections too, and is not ours to remove.
  const isSocket = lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true
  if (isSocket && !(await isAnswered(path))) rmSync(path)
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(true))
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED'))
    socket.once('connect', () => socket.destroy())
  })
}

/** Fastify does not know that the server it was given speaks TLS. */
function withScheme(server: FastifyInstance, url: string): string {
  return 'setSecureContext' in server.server ? url.replace(/^http:/, 'https:') : url
}
