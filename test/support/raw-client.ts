import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The first response of what a connection brought, and what follows it; undefined before its end. */
export function takeResponse(
  text: string,
  hasBody = true,
): { response: RawResponse; rest: string } | undefined {
  const headEnd = text.indexOf('\r\n\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? []
  if (headEnd < 0 || status === undefined) return undefined
  const lines = text.slice(0, headEnd).split('\r\n').slice(1)
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const isEmpty = !hasBody || status.startsWith('1') || status === '204' || status === '304'
  const body = isEmpty ? { text: '', end: 0 } : takeBody(text.slice(headEnd + 4), headers)
  if (body === undefined) return undefined
  return {
    response: { status: Number(status), headers, body: body.text },
    rest: text.slice(headEnd + 4 + body.end),
  }
}

function takeBody(
  text: string,
  headers: Readonly<Record<string, string>>,
): { text: string; end: number } | undefined {
  if (headers['transfer-encoding'] === 'chunked') {
    // An empty body has no chunk before the last one.
    const end = text.startsWith('0\r\n\r\n') ? -2 : text.indexOf('\r\n0\r\n\r\n')
    return end === -1 ? undefined : { text: text.slice(0, Math.max(0, end)), end: end + 7 }
  }
  const end = Number(headers['content-length'] ?? 0)
  return end > text.length ? undefined : { text: text.slice(0, end), end }
}

/** Reads whole responses off a connection, one after another. */
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

  async read(hasBody = true): Promise<RawResponse> {
    for (let waited = 0; waited < 500; waited++) {
      const taken = takeResponse(this.#text, hasBody)
      if (taken !== undefined) {
        this.#text = taken.rest
        return taken.response
      }
      await sleep(10)
    }
    throw new Error(`no whole response in: ${this.#text.slice(0, 200)}`)
  }
}
