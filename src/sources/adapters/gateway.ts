import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ForwardSetting, forwardRpc } from './forward-rpc.ts'
import { answerLookUp, type LookUpSetting } from './look-ups.ts'
import { GATEWAY_ORIGIN } from './own-hosts.ts'

export interface GatewaySetting extends ForwardSetting, LookUpSetting {
  /** Hosts beyond the configured endpoints that modules may reach, such as `api.example.org`. */
  allowedHosts: readonly string[]
}

const MAX_BODY_BYTES = 64 * 1024 * 1024
const TIMEOUT_MS = 60_000
/** Headers of a single connection, and those that do not hold for the forwarded body. */
const NOT_FORWARDED = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-encoding',
  'content-length',
  'host',
  'accept-encoding',
  'expect',
]

/** The only network of an adapter. It listens nowhere: connections come through the tunnel. */
export class Gateway {
  readonly #setting: GatewaySetting
  readonly #origins = new WeakMap<object, string>()
  readonly #server = createServer(
    { requestTimeout: 0, headersTimeout: 0 },
    (request, response) => void this.#serve(request, response),
  )
  /** Refused hosts, named in the error when the module fails. */
  readonly refused = new Set<string>()
  roundTrips = 0

  constructor(setting: GatewaySetting) {
    this.#setting = setting
  }

  accept(socket: Duplex, origin: string): void {
    this.#origins.set(socket, origin)
    this.#server.emit('connection', socket)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('connection', 'close')
    try {
      const url = new URL(request.url ?? '/', this.#origins.get(request.socket))
      await this.#answer(request, response, url)
    } catch (error) {
      sendText(response, 502, error instanceof Error ? error.message : String(error))
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const body = await readBody(request)
    const [, service, chain = ''] = url.pathname.split('/')
    if (url.origin === GATEWAY_ORIGIN && service === 'rpc') {
      const { answer, roundTrips } = await forwardRpc(
        decodeURIComponent(chain),
        body.toString('utf8'),
        this.#setting,
      )
      this.roundTrips += roundTrips
      return sendJson(response, answer)
    }
    if (this.#setting.allowedHosts.includes(url.host))
      return this.#forward(request, response, { url, body })
    const found = await answerLookUp(
      request.method ?? 'GET',
      url,
      body.toString('utf8'),
      this.#setting,
    )
    if (found !== undefined) return sendJson(response, JSON.stringify(found))
    this.refused.add(url.host)
    sendText(
      response,
      403,
      `${url.host} is not on the list of hosts that adapters may reach; --allow ${url.host} adds it`,
    )
  }

  async #forward(
    request: IncomingMessage,
    response: ServerResponse,
    { url, body }: { url: URL; body: Buffer },
  ): Promise<void> {
    const headers = Object.entries(request.headers).filter(
      ([name, value]) => !NOT_FORWARDED.includes(name) && typeof value === 'string',
    )
    this.roundTrips++
    const answer = await this.#setting.fetch(url, {
      method: request.method ?? 'GET',
      headers: headers as [string, string][],
      // The module requests the target of a redirect through here again.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    })
    response.statusCode = answer.status
    for (const [name, value] of answer.headers)
      if (!NOT_FORWARDED.includes(name)) response.appendHeader(name, value)
    response.end(await readAtMost(answer))
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES)
      throw new Error(`a request of an adapter may have at most ${MAX_BODY_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readAtMost(answer: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES)
      throw new Error(`${new URL(answer.url).host} answered more than ${MAX_BODY_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function sendJson(response: ServerResponse, text: string): void {
  response.setHeader('content-type', 'application/json')
  response.end(text)
}

function sendText(response: ServerResponse, status: number, text: string): void {
  if (!response.headersSent) response.statusCode = status
  response.setHeader('content-type', 'text/plain')
  response.end(text)
}
