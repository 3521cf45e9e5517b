import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy that serves a service below a prefix, which the service does not see. */
export async function startPrefixProxy(origin: string, prefix: string) {
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming
    if (!url.startsWith(`${prefix}/`)) {
      outgoing.writeHead(404).end()
      return
    }
    const target = new URL(url.slice(prefix.length), origin)
    const passed = send(target, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
