import type { Duplex } from 'node:stream'
import { CHANNEL_LIMITS, encodeFrame, FrameReader, ProtocolError } from './channel/frames.ts'
import { type FromHost, type HostRequest, readFromHost } from './channel/from-host.ts'
import type { HostResponse, ToHost } from './messages.ts'

export interface ChannelEvents {
  onReady(): void
  onMessage(message: Extract<FromHost, { type: 'done' | 'failed' }>): void
  /** Answers a request of the module; never rejects. */
  respond(request: HostRequest, body: Buffer): Promise<HostResponse>
  /** The process has taken a response. */
  onTaken(response: HostResponse): void
  /** The process broke the rules of the channel, and must be ended. */
  onViolation(why: string): void
  onEnd(): void
}

/**
 * The service's end of the channel. The other end belongs to a module that may be hostile and may
 * write anything at all: each frame is bounded, checked and counted before it has any effect.
 */
export class HostChannel {
  readonly #stream: Duplex
  readonly #events: ChannelEvents
  readonly #frames = new FrameReader()
  #isReady = false
  #isClosed = false
  #openRequests = 0
  #openBytes = 0
  #lastId = 0

  constructor(stream: Duplex, events: ChannelEvents) {
    this.#stream = stream
    this.#events = events
    stream.on('data', (chunk: Buffer) => this.#receive(chunk))
    // The end of the process is reported by the process itself.
    stream.on('error', () => undefined)
    stream.on('end', () => {
      if (!this.#isClosed) events.onEnd()
    })
  }

  send(message: ToHost, bytes?: Uint8Array, done?: () => void): void {
    if (this.#isClosed || !this.#stream.writable) done?.()
    else this.#stream.write(encodeFrame(message, bytes), () => done?.())
  }

  close(): void {
    this.#isClosed = true
    this.#stream.destroy()
  }

  #receive(chunk: Buffer): void {
    if (this.#isClosed) return
    try {
      for (const frame of this.#frames.read(chunk)) {
        this.#handle(readFromHost(frame), frame.bytes)
        if (this.#isClosed) return
      }
    } catch (error) {
      if (this.#isClosed) return
      this.close()
      // Whatever hostile input causes in here is the input's fault.
      const isKnown = error instanceof ProtocolError
      this.#events.onViolation(isKnown ? error.message : 'a message that cannot be read')
    }
  }

  #handle(message: FromHost, bytes: Buffer): void {
    if (message.type === 'ready') {
      if (this.#isReady) throw new ProtocolError('a second greeting')
      this.#isReady = true
      this.#events.onReady()
    } else if (message.type === 'request') {
      this.#count(message, bytes)
      void this.#serve(message, bytes)
    } else this.#events.onMessage(message)
  }

  async #serve(request: HostRequest, body: Buffer): Promise<void> {
    try {
      const response = await this.#events.respond(request, body)
      const { status, headers } = response
      // A response counts as open until the process has taken it, so that none can pile up here.
      await new Promise<void>((resolve) =>
        this.send({ type: 'response', id: request.id, status, headers }, response.body, resolve),
      )
      this.#events.onTaken(response)
    } finally {
      this.#openRequests--
      this.#openBytes -= body.length
    }
  }

  #count({ id }: HostRequest, body: Buffer): void {
    const isNext = id === this.#lastId + 1
    if (!this.#isReady || !isNext) throw new ProtocolError('a request out of order')
    this.#lastId = id
    this.#openRequests++
    this.#openBytes += body.length
    const { openRequests, openBytes } = CHANNEL_LIMITS
    if (this.#openRequests > openRequests || this.#openBytes > openBytes)
      throw new ProtocolError('more requests in parallel than it may')
  }
}
