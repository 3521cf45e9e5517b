import { Duplex } from 'node:stream'
import type { TunnelMessage } from './messages.ts'

type Send = (message: TunnelMessage, done: (error?: Error | null) => void) => void

/** A connection whose bytes travel as messages between two processes; a socket to HTTP. */
class TunnelSocket extends Duplex {
  readonly #connection: number
  readonly #send: Send

  constructor(connection: number, send: Send) {
    super({ allowHalfOpen: true })
    this.#connection = connection
    this.#send = send
  }

  override _read(): void {}

  override _write(
    chunk: Uint8Array,
    _encoding: string,
    done: (error?: Error | null) => void,
  ): void {
    this.#send({ type: 'bytes', connection: this.#connection, bytes: chunk }, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#send({ type: 'end', connection: this.#connection }, done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#send({ type: 'close', connection: this.#connection }, () => done(error))
  }

  // HTTP calls these on sockets; a tunnel does not need them.
  setTimeout(): this {
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}

/** One end of the tunnel: the connections that are open through it. */
export class Tunnel {
  readonly #sockets = new Map<number, TunnelSocket>()
  readonly #send: Send
  readonly #onOpen: ((socket: Duplex, origin: string) => void) | undefined
  #next = 1

  constructor(send: Send, onOpen?: (socket: Duplex, origin: string) => void) {
    this.#send = send
    this.#onOpen = onOpen
  }

  /** Opens a connection that is meant for an origin such as `https://host:8443`. */
  open(origin: string): Duplex {
    const connection = this.#next++
    this.#send({ type: 'open', connection, origin }, () => undefined)
    return this.#add(connection)
  }

  receive(message: TunnelMessage): void {
    if (message.type === 'open') {
      this.#onOpen?.(this.#add(message.connection), message.origin)
      return
    }
    const socket = this.#sockets.get(message.connection)
    if (socket === undefined || socket.destroyed) return
    if (message.type === 'bytes') socket.push(Buffer.from(message.bytes))
    else socket.push(null)
    if (message.type === 'close') this.#sockets.delete(message.connection)
  }

  closeAll(): void {
    for (const socket of this.#sockets.values()) socket.destroy()
    this.#sockets.clear()
  }

  #add(connection: number): TunnelSocket {
    const socket = new TunnelSocket(connection, this.#send)
    socket.once('close', () => this.#sockets.delete(connection))
    // Without a listener an error would end the process; users of the connection add their own.
    socket.on('error', () => undefined)
    this.#sockets.set(connection, socket)
    return socket
  }
}
