import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response in place of what is recorded. */
export interface Fault {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** Breaks the recorded body off after this many bytes. */
  truncateAt?: number
}

/** A server on this machine that replays recorded payloads: with ETags, ranges and faults. */
export class ReplayServer {
  readonly url: string
  /** Path with query, status of the response and headers of every request. */
  readonly requests: { path: string; status: number; headers: IncomingMessage['headers'] }[] = []
  readonly #bodies = new Map<string, Buffer>()
  readonly #faults = new Map<string, Fault[]>()
  readonly #server

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (request, response) => this.#respond(request, response))
  }

  static async start(): Promise<ReplayServer> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new ReplayServer(server)
  }

  /** What a path responds from now on. */
  put(path: string, body: string | Buffer | object): void {
    const isBytes = typeof body === 'string' || Buffer.isBuffer(body)
    this.#bodies.set(path, Buffer.from(isBytes ? body : JSON.stringify(body)))
  }

  remove(path: string): void {
    this.#bodies.delete(path)
  }

  /** The next responses of a path, one each. */
  fail(path: string, ...faults: Fault[]): void {
    this.#faults.set(path, faults)
  }

  /** Path and status of the requests since the last call. */
  taken(): string[] {
    return this.requests.splice(0).map(({ path, status }) => `${status} ${path}`)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    const path = String(request.url)
    const { status, headers, body = Buffer.alloc(0), breakAt } = this.#replyTo(path, request)
    this.requests.push({ path, status, headers: request.headers })
    response.writeHead(status, headers)
    if (breakAt === undefined) response.end(body)
    else response.write(body.subarray(0, breakAt), () => response.destroy())
  }

  #replyTo(path: string, request: IncomingMessage): Reply {
    const fault = this.#faults.get(path)?.shift()
    if (fault?.status !== undefined)
      return { status: fault.status, headers: fault.headers, body: Buffer.from(fault.body ?? '') }
    const body = this.#bodies.get(path)
    if (body === undefined) return { status: 404 }
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
    if (request.headers['if-none-match'] === etag) return { status: 304, headers: { etag } }
    const condition = request.headers['if-range']
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const isPart = range !== null && (condition === undefined || condition === etag)
    const from = isPart ? Number(range[1]) : 0
    const to = isPart ? Math.min(Number(range[2]), body.length - 1) : body.length - 1
    const part = body.subarray(from, to + 1)
    const breakAt = fault?.truncateAt
    const headers = { etag, 'content-length': String(part.length) }
    return isPart
      ? {
          status: 206,
          headers: { ...headers, 'content-range': `bytes ${from}-${to}/${body.length}` },
          body: part,
          breakAt,
        }
      : { status: 200, headers, body: part, breakAt }
  }
}

interface Reply {
  status: number
  headers?: Record<string, string> | undefined
  body?: Buffer
  breakAt?: number | undefined
}
