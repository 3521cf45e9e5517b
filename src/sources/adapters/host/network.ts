import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { type Duplex, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { RequestBridge } from './request-bridge.ts'

const MAX_REDIRECTS = 5
const NO_BODY = [101, 204, 205, 304]

type Protocol = 'http:' | 'https:'
type Answered = (response: http.IncomingMessage) => void
type Options = http.RequestOptions & { origin: string }

/** Routes all requests to the service, whose gateway decides and encrypts. */
export function routeRequestsInto(bridge: RequestBridge): void {
  const agent = new BridgeAgent(bridge)
  const originalRequest = http.request
  const requestBy =
    (protocol: Protocol) =>
    (...given: unknown[]): http.ClientRequest => {
      const { options, answered } = readArguments(given, protocol)
      return originalRequest({ ...options, agent, protocol: 'http:' }, answered)
    }
  for (const [module, protocol] of [[http, 'http:'] as const, [https, 'https:'] as const]) {
    const request = requestBy(protocol)
    const get = (...given: unknown[]) => {
      const sent = request(...given)
      sent.end()
      return sent
    }
    Object.assign(module, { request, get })
  }
  syncBuiltinESMExports()
  globalThis.fetch = fetchThrough
}

class BridgeAgent extends http.Agent {
  readonly #bridge: RequestBridge

  constructor(bridge: RequestBridge) {
    super({ keepAlive: false, maxSockets: 16 })
    this.#bridge = bridge
  }

  override createConnection(options: Options): Duplex {
    return this.#bridge.connect(options.origin)
  }

  override getName(options?: Options): string {
    return options?.origin ?? super.getName()
  }
}

function readArguments(
  given: unknown[],
  protocol: Protocol,
): { options: Options; answered: Answered | undefined } {
  const rest = [...given]
  const answered = typeof rest.at(-1) === 'function' ? (rest.pop() as Answered) : undefined
  const [first, second] = rest
  const isUrl = typeof first === 'string' || first instanceof URL
  const own = ((isUrl ? second : first) ?? {}) as http.RequestOptions
  const parts = isUrl ? partsOf(new URL(first)) : {}
  const options = { ...parts, ...own }
  const wanted = (options.protocol ?? protocol) === 'https:' ? 'https:' : 'http:'
  const host = options.hostname ?? options.host ?? 'localhost'
  const port = options.port ?? options.defaultPort
  const defaultPort = wanted === 'https:' ? 443 : 80
  const { createConnection: _, socketPath: __, lookup: ___, ...allowed } = options
  const origin = `${wanted}//${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}${port ? `:${port}` : ''}`
  return { options: { ...allowed, defaultPort, origin }, answered }
}

function partsOf(url: URL): http.RequestOptions {
  return {
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    path: `${url.pathname}${url.search}`,
    ...(url.username === ''
      ? {}
      : { auth: `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}` }),
  }
}

async function fetchThrough(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  let request = new Request(input, init)
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
  for (let redirects = 0; ; redirects++) {
    const response = await fetchOnce(request, body)
    const target = response.headers.get('location')
    const isRedirect = response.status >= 300 && response.status <= 399
    if (request.redirect !== 'follow' || target === null || !isRedirect) return response
    if (redirects === MAX_REDIRECTS) throw new TypeError('fetch failed: too many redirects')
    request = new Request(new URL(target, request.url), {
      headers: request.headers,
      signal: request.signal,
    })
  }
}

function fetchOnce(request: Request, body: Buffer | undefined): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const module = request.url.startsWith('https:') ? https : http
  const headers: Record<string, string> = Object.fromEntries(request.headers)
  if (body !== undefined) headers['content-length'] = String(body.length)
  const sent = module.request(
    request.url,
    { method: request.method, headers, signal: request.signal },
    (response) => {
      const status = response.statusCode ?? 500
      const content = NO_BODY.includes(status)
        ? null
        : (Readable.toWeb(response) as ReadableStream<Uint8Array>)
      const result = new Response(content, { status, headers: headersOf(response) })
      Object.defineProperty(result, 'url', { value: request.url })
      resolve(result)
    },
  )
  sent.on('error', (cause) =>
    reject(
      request.signal.aborted ? request.signal.reason : new TypeError('fetch failed', { cause }),
    ),
  )
  sent.end(body)
  return promise
}

function headersOf(response: http.IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    for (const value of values) headers.append(name, value)
  return headers
}
