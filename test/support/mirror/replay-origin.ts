import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Reply {
  status?: number
  body: unknown
  headers?: Record<string, string>
}

/** A service that says what a test puts in: JSON by path, with ETags. Anything else is a 404. */
export class ReplayOrigin {
  readonly replies = new Map<string, Reply>()
  readonly requests: { path: string; status: number; headers: IncomingMessage['headers'] }[] = []
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<ReplayOrigin> {
    const server = createServer()
    const origin = new ReplayOrigin(server)
    server.on('request', (request, response) => {
      const path = decodeURIComponent(request.url ?? '')
      const { status, body, headers } = origin.#respond(path, request)
      origin.requests.push({ path, status, headers: request.headers })
      response.writeHead(status, headers).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return origin
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  say(path: string, body: unknown, more: Omit<Reply, 'body'> = {}): void {
    this.replies.set(path, { body, ...more })
  }

  /** Paths that were requested since the last time, with their statuses. */
  takeRequests(): string[] {
    return this.requests.splice(0).map(({ path, status }) => `${status} ${path}`)
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #respond(path: string, { headers }: IncomingMessage) {
    const reply = this.replies.get(path)
    if (reply === undefined) return { status: 404, body: '<html>not here</html>', headers: {} }
    const isText = typeof reply.body === 'string'
    const body = isText ? String(reply.body) : JSON.stringify(reply.body)
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
    const type = isText ? 'text/html' : 'application/json'
    if (headers['if-none-match'] === etag) return { status: 304, body: '', headers: { etag } }
    return {
      status: reply.status ?? 200,
      body,
      headers: { etag, 'content-type': type, ...reply.headers },
    }
  }
}
