/** One message to a node, when it was sent and when its reply had arrived. */
export interface Exchange {
  body: string
  startedMs: number
  endedMs: number
}

/** One message with its reply. */
export interface RecordedExchange extends Exchange {
  reply: Buffer
}

/** The real fetch with the times of messages; replies pass unread, which costs next to nothing. */
export function noteExchanges(into: Exchange[]): typeof fetch {
  return async (input, init) => {
    const exchange = {
      body: String(init?.body),
      startedMs: performance.now(),
      endedMs: Number.POSITIVE_INFINITY,
    }
    into.push(exchange)
    const response = await fetch(input, init)
    const noted = new TransformStream<Uint8Array, Uint8Array>({
      flush: () => {
        exchange.endedMs = performance.now()
      },
    })
    return new Response(response.body?.pipeThrough(noted), {
      status: response.status,
      headers: response.headers,
    })
  }
}

/** The real fetch, which records messages and replies. */
export function recordExchanges(into: RecordedExchange[]): typeof fetch {
  return async (input, init) => {
    const startedMs = performance.now()
    const response = await fetch(input, init)
    const reply = Buffer.from(await response.arrayBuffer())
    into.push({ body: String(init?.body), reply, startedMs, endedMs: performance.now() })
    return new Response(reply, { status: response.status, headers: response.headers })
  }
}

/** Recorded replies instead of a node, so that the time that passes is ours alone. */
export function replyFrom(exchanges: readonly RecordedExchange[]): typeof fetch {
  const replies = new Map(exchanges.map(({ body, reply }) => [body, reply]))
  return async (_input, init) => {
    const reply = replies.get(String(init?.body))
    if (reply === undefined)
      throw new Error(`No reply was recorded for ${String(init?.body).slice(0, 200)}`)
    return new Response(new Uint8Array(reply))
  }
}

/** The node's own time: the same messages again, each after the replies it had waited for. */
export async function timeNode(url: string, exchanges: readonly Exchange[]): Promise<number> {
  const inOrder = exchanges.toSorted((a, b) => a.startedMs - b.startedMs)
  const startedMs = performance.now()
  const replied = new Map<Exchange, Promise<void>>()
  for (const exchange of inOrder) {
    const earlier = inOrder
      .filter(({ endedMs }) => endedMs <= exchange.startedMs)
      .map((one) => replied.get(one))
    replied.set(
      exchange,
      Promise.all(earlier).then(() => post(url, exchange.body)),
    )
  }
  await Promise.all(replied.values())
  return performance.now() - startedMs
}

async function post(url: string, body: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await response.arrayBuffer()
}
