import { once } from 'node:events'
import { createServer } from 'node:net'

async function holdPort(): Promise<{ port: number; release(): Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.')
  return {
    port: address.port,
    async release() {
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Pairs of ports that were free just now: all are held until the last is known, so that no two
 * are the same.
 */
export async function listFreePorts(nodes: number): Promise<{ http: number; tcp: number }[]> {
  const held = await Promise.all(
    Array.from({ length: nodes }, async () => ({ http: await holdPort(), tcp: await holdPort() })),
  )
  await Promise.all(held.flatMap(({ http, tcp }) => [http.release(), tcp.release()]))
  return held.map(({ http, tcp }) => ({ http: http.port, tcp: tcp.port }))
}
