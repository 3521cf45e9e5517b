import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface WireRequest {
  id: number
  method: string
  params: unknown[]
}

export interface WireReply {
  id: number
  result?: unknown
  error?: { code: number; message: string }
}

/** What the proxy does to the messages that pass; everything that is left out passes unchanged. */
export interface Faults {
  /** Sends this HTTP response instead of asking the node. */
  status?: { code: number; headers?: Record<string, string>; body?: string }
  /** Never answers messages that hold such a request. */
  hangs?(request: WireRequest): boolean
  /** Cuts the response off after this many bytes. */
  truncateAt?: number
  /** Answers a single request in the place of the node; undefined: the node answers. */
  reply?(request: WireRequest): Omit<WireReply, 'id'> | undefined
  /** Changes what the node answered. */
  change?(result: unknown, request: WireRequest): unknown
  /** Refuses batches with more requests than this. */
  maxBatch?: number
  /** The faults last for this many messages; then all is well. */
  times?: number
}

/** Stands in front of a node and makes its faults. */
export interface FaultProxy {
  readonly url: string
  /** Requests that came, message by message. */
  readonly messages: WireRequest[][]
  set(faults: Faults): void
  stop(): Promise<void>
}

export async function startFaultProxy(nodeUrl: string, path = '/'): Promise<FaultProxy> {
  let faults: Faults = {}
  let left = 0
  const messages: WireRequest[][] = []
  const server = createServer((request, response) => void handle(request, response)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await readBody(request)) as WireRequest | WireRequest[]
    const requests = [body].flat()
    messages.push(requests)
    const active = left-- > 0 ? faults : {}
    const { hangs, status, truncateAt } = active
    if (hangs !== undefined && requests.some(hangs)) return
    if (status !== undefined) {
      response.writeHead(status.code, status.headers).end(status.body ?? '')
      return
    }
    const text = JSON.stringify(await respond(nodeUrl, body, active))
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(truncateAt === undefined ? text : text.slice(0, truncateAt))
  }

  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    url: `http://127.0.0.1:${address.port}${path}`,
    messages,
    set(next) {
      faults = next
      left = next.times ?? Number.POSITIVE_INFINITY
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function respond(
  nodeUrl: string,
  body: WireRequest | WireRequest[],
  faults: Faults,
): Promise<unknown> {
  const requests = [body].flat()
  if (requests.length > (faults.maxBatch ?? Number.POSITIVE_INFINITY)) {
    return { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch is too long' } }
  }
  const sent = await fetch(nodeUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requests),
  })
  const replies = ((await sent.json()) as WireReply[]).map((reply) => {
    const request = requests.find(({ id }) => id === reply.id)
    if (request === undefined) return reply
    const own = faults.reply?.(request)
    if (own !== undefined) return { jsonrpc: '2.0', id: reply.id, ...own }
    return faults.change === undefined || reply.error !== undefined
      ? reply
      : { ...reply, result: faults.change(reply.result, request) }
  })
  return Array.isArray(body) ? replies : replies[0]
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
