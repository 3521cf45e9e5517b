import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'
import { createClient } from '../../packages/client/src/index.ts'
import { JSON_TYPE, NO_STORE, pairs } from '../http/headers.ts'
import type { Exchange } from '../http/responses/exchange.ts'
import type { Services } from '../http/services.ts'
import { AlmanacError } from '../lib/errors.ts'

const PATH = '/mcp'
const BODY_LIMIT_BYTES = 65_536
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const IN_PROCESS = 'almanac.internal'

type McpServices = Pick<Services, 'access' | 'clock' | 'config'>

/** `/mcp`: Streamable HTTP without sessions; each request asks the service by its caller's key. */
export function addMcp(server: FastifyInstance, services: McpServices): void {
  server.route({
    method: 'POST',
    url: PATH,
    config: { root: 'pro' },
    bodyLimit: BODY_LIMIT_BYTES,
    handler: async (request, reply) => {
      services.access.admit(request.exchange.caller, 'pro')
      requireOrigin(request.headers.origin, services)
      requireOneMessage(request.body)
      const ending = new AbortController()
      reply.raw.once('close', () => ending.abort())
      const response = await respond(server, request, services, ending.signal)
      await send(request.exchange, response)
    },
  })
  server.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: PATH,
    handler: async (request) => {
      services.access.admit(request.exchange.caller, 'free')
      // Without sessions there is nothing to listen to and nothing to end.
      throw new AlmanacError('method_not_allowed', `Send requests to ${PATH} with POST.`, {
        headers: { Allow: 'POST, OPTIONS' },
      })
    },
  })
}

/** A page of another site must not use this service through the browser of someone near it. */
function requireOrigin(origin: string | undefined, { config: { hosts } }: McpServices): void {
  if (origin === undefined) return
  const host = URL.canParse(origin) ? new URL(origin).hostname : ''
  const allowed = [
    ...LOOPBACK,
    ...Object.values(hosts).flatMap((name) => name?.toLowerCase() ?? []),
  ]
  if (!allowed.includes(host))
    throw new AlmanacError('invalid_parameter', 'Pages of this origin may not use this endpoint.', {
      status: 403,
    })
}

/** Newer versions of the protocol have no batches; one would count as a single request. */
function requireOneMessage(body: unknown): void {
  if (Array.isArray(body))
    throw new AlmanacError('invalid_parameter', 'Send one message with each request.')
}

async function respond(
  server: FastifyInstance,
  request: FastifyRequest,
  { clock, config: { hosts } }: McpServices,
  gone: AbortSignal,
): Promise<Response> {
  // Loaded with the first request: the service starts without it.
  const [{ createMcpServer }, { WebStandardStreamableHTTPServerTransport }] = await Promise.all([
    import('./server.ts'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
  ])
  const { network, key } = request.exchange.caller
  const urlOf = (host: string | undefined) => `http://${host ?? IN_PROCESS}`
  const client = createClient({
    baseUrl: { free: urlOf(hosts.free), pro: urlOf(hosts.pro), bridge: urlOf(hosts.bridge) },
    ...(key === undefined ? {} : { key }),
    cache: false,
    retry: { maxRetries: 0 },
    fetch: inProcessFetch(server, network),
  })
  const mcp = createMcpServer(client, () => clock.nowMs())
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await mcp.connect(transport)
    const asked = new Request(`http://${IN_PROCESS}${PATH}`, {
      method: 'POST',
      headers: pairs(request.raw.rawHeaders).filter(([name]) => isRelevant(name)),
    })
    return await Promise.race([
      transport.handleRequest(asked, { parsedBody: request.body }),
      clientGone(gone),
    ])
  } finally {
    await mcp.close()
  }
}

/** Nobody waits for the response any more: what was begun for it is given up. */
function clientGone(gone: AbortSignal): Promise<Response> {
  return new Promise((resolve) =>
    gone.addEventListener('abort', () => resolve(new Response(null)), { once: true }),
  )
}

function isRelevant(name: string): boolean {
  return /^(accept|content-type|mcp-.*)$/i.test(name)
}

async function send(exchange: Exchange, response: Response): Promise<void> {
  const text = await response.text()
  const { admission } = exchange.caller
  const headers = [...JSON_TYPE, ...NO_STORE, ...(admission?.rateHeaders ?? [])]
  exchange.send(response.status, headers, text)
}

const MAX_REDIRECTS = 3

/** A `fetch` that asks the server of this process, with all its checks, for a caller's network. */
function inProcessFetch(server: FastifyInstance, network: string) {
  return async (asked: string, init: RequestInit): Promise<Response> => {
    let url = new URL(asked)
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
