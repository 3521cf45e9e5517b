import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A real server that takes hooks and answers as it is told. */
export class Receiver {
  readonly received: Received[] = []
  status = 204
  /** Runs before the response; a promise that never ends is a receiver that hangs. */
  before: (received: Received) => unknown = () => undefined
  readonly #server: http.Server

  private constructor(tls?: { key: string; cert: string }) {
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      void this.#respond(request, response)
    }
    this.#server =
      tls === undefined ? http.createServer(listener) : https.createServer(tls, listener)
  }

  static async start(tls?: { key: string; cert: string }): Promise<Receiver> {
    const receiver = new Receiver(tls)
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`
  }

  get ids(): string[] {
    return this.received.map(({ body }) => (JSON.parse(body) as { id: string }).id)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = { headers: request.headers, body: await text(request) }
    this.received.push(received)
    await this.before(received)
    response.writeHead(this.status, { location: `http://127.0.0.1:${this.port}/elsewhere` }).end()
  }
}
