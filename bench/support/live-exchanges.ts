/** One message to a node, when it was sent and when its answer was there. */
export interface Exchange {
  body: string
  startedMs: number
  endedMs: number
}

/** One message with its answer. */
export interface RecordedExchange extends Exchange {
  reply: Buffer
}

/**
 * The real fetch, which notes when messages pass; their answers go through untouched, so that
 * noting them takes next to no time.
 */
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

/** The real fetch, which keeps what passes. */
export function recordExchanges(into: RecordedExchange[]): typeof fetch {
  return async (input, init) => {
    const startedMs = performance.now()
    const response = await fetch(input, init)
    const reply = Buffer.from(await response.arrayBuffer())
    into.push({ body: String(init?.body), reply, startedMs, endedMs: performance.now() })
    return new Response(reply, { status: response.status, headers: response.headers })
  }
}

/** Answers what was answered before, so that the time that passes is ours alone. */
export function answerFrom(exchanges: readonly RecordedExchange[]): typeof fetch {
  const replies = new Map(exchanges.map(({ body, reply }) => [body, reply]))
  return async (_input, init) => {
    const reply = replies.get(String(init?.body))
    if (reply === undefined)
      throw new Error(`Nothing like it was asked before: ${String(init?.body).slice(0, 200)}`)
    return new Response(new Uint8Array(reply))
  }
}

/**
 * How long the node itself needs: the same messages again, each as soon as those that were answered
 * before it was sent are answered again, and nothing done with the answers.
 */
export async function timeNode(url: string, exchanges: readonly Exchange[]): Promise<number> {
  const inOrder = exchanges.toSorted((a, b) => a.startedMs - b.startedMs)
  const startedMs = performance.now()
  const answered = new Map<Exchange, Promise<void>>()
  for (const exchange of inOrder) {
    const earlier = inOrder
      .filter(({ endedMs }) => endedMs <= exchange.startedMs)
      .map((one) => answered.get(one))
    answered.set(
      exchange,
      Promise.all(earlier).then(() => post(url, exchange.body)),
    )
  }
  await Promise.all(answered.values())
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
