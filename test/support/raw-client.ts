import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Reads whole answers off a connection, one after another, by their Content-Length. */
export class RawClient {
  readonly socket: Socket
  #text = ''

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
    this.socket.setEncoding('latin1')
    this.socket.on('data', (text) => {
      this.#text += text
    })
  }

  async read(hasBody = true): Promise<RawAnswer> {
    for (let waited = 0; waited < 500; waited++) {
      const answer = this.#take(hasBody)
      if (answer !== undefined) return answer
      await sleep(10)
    }
    throw new Error(`no whole answer in: ${this.#text.slice(0, 200)}`)
  }

  #take(hasBody: boolean): RawAnswer | undefined {
    const end = this.#text.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const [first = '', ...lines] = this.#text.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
    )
    const length = hasBody ? Number(headers['content-length'] ?? 0) : 0
    if (this.#text.length < end + 4 + length) return undefined
    const body = this.#text.slice(end + 4, end + 4 + length)
    this.#text = this.#text.slice(end + 4 + length)
    return { status: Number(first.split(' ')[1]), headers, body }
  }
}
