import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A connection to a server that can be cut, or lose one response. */
export class FaultyLink {
  /** The URL of the server, by way of this link. */
  readonly url: string
  readonly #server: Server
  readonly #sockets: Set<Socket>
  readonly #faults: { isDown: boolean; lostResponseTo: string | undefined }

  private constructor(url: string, server: Server, link: Parts) {
    this.url = url
    this.#server = server
    this.#sockets = link.sockets
    this.#faults = link.faults
  }

  static async to(url: string): Promise<FaultyLink> {
    const target = new URL(url)
    const parts: Parts = {
      sockets: new Set(),
      faults: { isDown: false, lostResponseTo: undefined },
    }
    const server = createServer((near) => join(near, target, parts))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const through = new URL(url)
    through.port = String((server.address() as AddressInfo).port)
    return new FaultyLink(through.href, server, parts)
  }

  /** Ends all connections and refuses new ones until it is `up`. */
  down(): void {
    this.#faults.isDown = true
    for (const socket of this.#sockets) socket.destroy()
  }

  up(): void {
    this.#faults.isDown = false
    this.#faults.lostResponseTo = undefined
  }

  /** From the next statement with this text on: it arrives, its response does not, and the link is down. */
  loseResponseTo(text: string): void {
    this.#faults.lostResponseTo = text
  }

  async close(): Promise<void> {
    this.down()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

interface Parts {
  sockets: Set<Socket>
  faults: { isDown: boolean; lostResponseTo: string | undefined }
}

function join(near: Socket, target: URL, { sockets, faults }: Parts): void {
  if (faults.isDown) {
    near.destroy()
    return
  }
  const far = connect(Number(target.port), target.hostname)
  const both = [near, far]
  let isMuted = false
  for (const socket of both) {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      for (const other of both) other.destroy()
    })
  }
  near.on('data', (bytes) => {
    if (faults.lostResponseTo !== undefined && bytes.includes(faults.lostResponseTo)) isMuted = true
    far.write(bytes)
  })
  far.on('data', (bytes) => {
    if (!isMuted) {
      near.write(bytes)
      return
    }
    // The server has done it; from here on nobody reaches it.
    faults.isDown = true
    for (const socket of sockets) socket.destroy()
  })
}
