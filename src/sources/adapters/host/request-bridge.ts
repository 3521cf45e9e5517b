import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'
import { CHANNEL_LIMITS } from '../channel/frames.ts'
import type { OutgoingRequest, ResponseHead } from '../messages.ts'

type Send = (id: number, request: OutgoingRequest, body: Buffer) => void
type Connection = Duplex & { origin?: string }
interface Waiting {
  request: OutgoingRequest
  body: Buffer
  response: ServerResponse
}

/** What HTTP calls on sockets; a pair of streams does not need them. */
const SOCKET_METHODS = Object.fromEntries(
  ['setTimeout', 'setNoDelay', 'setKeepAlive', 'ref', 'unref'].map((name) => [
    name,
    function (this: Duplex) {
      return this
    },
  ]),
)

/** Speaks HTTP with the module inside this process, so that the service never has to parse it. */
export class RequestBridge {
  readonly #send: Send
  readonly #server = http.createServer(
    { requestTimeout: 0, headersTimeout: 0, maxHeaderSize: CHANNEL_LIMITS.urlLength },
    (request, response) => void this.#serve(request, response),
  )
  readonly #open = new Map<number, Waiting>()
  readonly #waiting: Waiting[] = []
  #openBytes = 0
  #nextId = 1

  constructor(send: Send) {
    this.#send = send
  }

  /** A connection that is meant for an origin such as `https://host:8443`. */
  connect(origin: string): Duplex {
    const [client, server] = duplexPair()
    for (const side of [client, server]) {
      Object.assign(side, SOCKET_METHODS)
      // Without a listener an error would end the process; users of the connection add their own.
      side.on('error', () => undefined)
    }
    this.#server.emit('connection', Object.assign(server, { origin }))
    return client
  }

  receive(id: number, { status, headers }: ResponseHead, body: Buffer): void {
    const found = this.#open.get(id)
    if (found === undefined) return
    this.#open.delete(id)
    this.#openBytes -= found.body.length
    found.response.statusCode = status
    for (const [name, value] of headers) found.response.appendHeader(name, value)
    found.response.end(body)
    this.#sendWaiting()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('connection', 'close')
    try {
      const { origin } = request.socket as unknown as Connection
      const url = new URL(request.url ?? '/', origin).href
      const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      )
      const asked = { method: request.method ?? 'GET', url, headers }
      this.#waiting.push({ request: asked, body: await readBody(request), response })
      this.#sendWaiting()
    } catch (error) {
      response.statusCode = 502
      response.end(error instanceof Error ? error.message : String(error))
    }
  }

  #sendWaiting(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const isFull =
        this.#open.size >= CHANNEL_LIMITS.openRequests ||
        this.#openBytes + next.body.length > CHANNEL_LIMITS.openBytes
      if (isFull) return
      this.#waiting.shift()
      const id = this.#nextId++
      this.#open.set(id, next)
      this.#openBytes += next.body.length
      this.#send(id, next.request, next.body)
    }
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > CHANNEL_LIMITS.bodyBytes)
      throw new Error(`a request of an adapter may have at most ${CHANNEL_LIMITS.bodyBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
