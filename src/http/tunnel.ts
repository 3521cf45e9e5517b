import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/**
 * Stands in for a client's socket before the HTTP server, so that the connection can be taken back
 * after an answer.
 */
export class Tunnel extends Duplex {
  readonly #socket: Socket
  #isDetached = false

  constructor(socket: Socket) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    socket.once('close', () => this.destroy())
    socket.once('end', () => {
      if (!this.#isDetached) this.push(null)
    })
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  get remotePort(): number | undefined {
    return this.#socket.remotePort
  }

  get encrypted(): boolean {
    return false
  }

  /** From here on the HTTP server has nothing to do with the client any more. */
  detach(): void {
    this.#isDetached = true
    this.destroy()
  }

  // The lane keeps the time; the server proper still cuts off slow requests by itself.
  setTimeout(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  destroySoon(): void {
    if (this.writable) this.end()
    this.once('finish', () => this.destroy())
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(
    chunk: Buffer,
    encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _writev(
    chunks: { chunk: Buffer; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    const last = chunks.length - 1
    this.#socket.cork()
    for (const [index, { chunk, encoding }] of chunks.entries())
      this.#socket.write(chunk, encoding, index === last ? done : undefined)
    this.#socket.uncork()
  }

  override _final(done: (error?: Error | null) => void): void {
    if (!this.#isDetached) this.#socket.end()
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.#isDetached) this.#socket.destroy()
    done(error)
  }
}
