import type { FastifyInstance, InjectOptions } from 'fastify'

const MAX_REDIRECTS = 3

/** A `fetch` that asks the server of this process, with all its checks, for a caller's network. */
export function inProcessFetch(server: FastifyInstance, network: string) {
  return async (address: string, init: RequestInit): Promise<Response> => {
    let url = new URL(address)
    for (let redirects = 0; ; redirects++) {
      const { statusCode, headers, rawPayload } = await server.inject({
        method: init.method as NonNullable<InjectOptions['method']>,
        url: url.pathname + url.search,
        headers: { ...(init.headers as Record<string, string>), host: url.host },
        remoteAddress: network,
        ...(typeof init.body === 'string' ? { payload: init.body } : {}),
        ...(init.signal ? { signal: init.signal } : {}),
      })
      const { location } = headers
      if (statusCode !== 308 || location === undefined || redirects === MAX_REDIRECTS)
        return toResponse(statusCode, headers, rawPayload)
      // An old name leads to the new one, always on this service.
      url = new URL(new URL(String(location), url).pathname + url.search, url)
    }
  }
}

function toResponse(status: number, headers: object, payload: Buffer): Response {
  const hasBody = status !== 204 && status !== 304
  const list = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  return new Response(hasBody ? new Uint8Array(payload) : null, { status, headers: list })
}
