import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { parseHead, type RequestHead } from './request-head.ts'
import { Tunnel } from './tunnel.ts'

/** Bytes of an answer that needs no work: the head as text, and the body. */
export interface QuickAnswer {
  head: string
  body: Buffer | undefined
}

/** Answers a plain GET from memory, or leaves it to the server proper. */
export type QuickAnswerer = (head: RequestHead, address: string) => QuickAnswer | undefined

type HandOver = (stream: Duplex) => void

const IDLE_MS = 65_000
const FIRST_BYTES_MS = 10_000
const LARGEST_HEAD = 8_192
// A connection that keeps asking for what is not in memory is left to the server proper, which then
// has it without a detour.
const MISSES_BEFORE_LEAVING = 16

/**
 * Answers requests for kept bodies straight from the socket, at about the cost of serving a file.
 * Everything else, and whatever is not one whole, plain, bodiless GET in one piece, goes through
 * Node's HTTP server as if this were not here.
 */
export function addExpressLane(server: Server, answer: QuickAnswerer): { close(): void } {
  const open = new Map<Duplex, LaneConnection>()
  const [listener] = server.listeners('connection') as HandOver[]
  if (listener === undefined) throw new Error('the HTTP server does not listen for connections')
  server.removeListener('connection', listener as () => void)
  server.on('connection', (socket: Socket) => {
    const connection = new LaneConnection(socket, answer, (stream) => {
      if (stream !== socket) open.set(stream, connection)
      listener.call(server, stream)
    })
    open.set(socket, connection)
    socket.once('close', () => connection.forget(open))
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(request.socket)
    if (connection !== undefined) response.once('finish', () => connection.answered())
  })
  return {
    close: () => {
      for (const connection of new Set(open.values())) connection.end()
    },
  }
}

/**
 * One client's connection: in the lane, waiting for the server proper to answer, or left to it for
 * good.
 */
class LaneConnection {
  readonly #socket: Socket
  readonly #answer: QuickAnswerer
  readonly #handOver: HandOver
  readonly #address: string
  #tunnel: Tunnel | undefined
  #state: 'lane' | 'waiting' | 'left' = 'lane'
  #lastText = ''
  #lastHead: RequestHead | undefined
  #misses = 0
  #isEnding = false
  readonly #onData = (chunk: Buffer) => this.#take(chunk)
  readonly #onTimeout = () => this.#socket.destroy()

  constructor(socket: Socket, answer: QuickAnswerer, handOver: HandOver) {
    this.#socket = socket
    this.#answer = answer
    this.#handOver = handOver
    this.#address = socket.remoteAddress ?? ''
    socket.setNoDelay(true)
    socket.setTimeout(FIRST_BYTES_MS, this.#onTimeout)
    socket.on('error', this.#onTimeout)
    socket.on('data', this.#onData)
    // A client that has said its last word is let go; while it waits for an answer, the server
    // proper sees to that.
    socket.on('end', () => this.#state === 'lane' && socket.end())
  }

  /** The server is closing: an idle connection ends now, a busy one after its answer. */
  end(): void {
    this.#isEnding = true
    if (this.#state === 'lane') this.#socket.end()
  }

  forget(open: Map<Duplex, LaneConnection>): void {
    open.delete(this.#socket)
    if (this.#tunnel !== undefined) open.delete(this.#tunnel)
  }

  /** The server proper has answered: the connection is back in the lane. */
  answered(): void {
    if (this.#isEnding) this.#socket.end()
    if (this.#state === 'waiting') this.#state = 'lane'
  }

  #take(chunk: Buffer): void {
    if (this.#state !== 'lane') {
      // More bytes before the answer: a body or a pipeline, which the server proper must sort out
      // from here on.
      this.#state = 'left'
      if (this.#tunnel?.push(chunk) === false) this.#socket.pause()
      return
    }
    const head = chunk.length <= LARGEST_HEAD ? this.#read(chunk.toString('latin1')) : undefined
    const quick = head === undefined ? undefined : this.#answer(head, this.#address)
    if (quick !== undefined) this.#write(quick)
    else if (head === undefined || ++this.#misses > MISSES_BEFORE_LEAVING) this.#leave(chunk)
    else this.#detour(chunk)
  }

  /** A client that asks again sends the same bytes again, and what they say is known. */
  #read(text: string): RequestHead | undefined {
    if (text !== this.#lastText) {
      this.#lastText = text
      this.#lastHead = parseHead(text)
    }
    return this.#lastHead
  }

  #write({ head, body }: QuickAnswer): void {
    const socket = this.#socket
    this.#misses = 0
    if (body === undefined) socket.write(head, 'latin1')
    else {
      socket.cork()
      socket.write(head, 'latin1')
      socket.write(body)
      socket.uncork()
    }
    if (this.#isEnding) socket.end()
    else if (socket.writableNeedDrain) {
      // A client that does not read its answers must not fill our memory with them.
      socket.pause()
      socket.once('drain', () => socket.resume())
    }
    if (socket.timeout !== IDLE_MS) socket.setTimeout(IDLE_MS)
  }

  /** One request goes through the server proper; then the connection is back in the lane. */
  #detour(chunk: Buffer): void {
    this.#state = 'waiting'
    if (this.#tunnel === undefined) {
      this.#tunnel = new Tunnel(this.#socket)
      this.#handOver(this.#tunnel)
    }
    if (this.#socket.timeout !== IDLE_MS) this.#socket.setTimeout(IDLE_MS)
    this.#tunnel.push(chunk)
  }

  /** The server proper gets the connection for good, beginning with these bytes. */
  #leave(chunk: Buffer): void {
    const socket = this.#socket
    this.#state = 'left'
    this.#tunnel?.detach()
    socket.removeListener('data', this.#onData)
    socket.removeListener('timeout', this.#onTimeout)
    socket.removeListener('error', this.#onTimeout)
    socket.setTimeout(0)
    socket.pause()
    socket.unshift(chunk)
    this.#handOver(socket)
    socket.resume()
  }
}
