import { isHex } from 'viem'
import { parseRetryAfterMs } from '../http/retry-delay.ts'
import { EndpointFault } from './chain-errors.ts'
import type { RpcError } from './rpc-error.ts'

export interface RpcRequest {
  method: string
  params: readonly unknown[]
}

export type RpcReply = { ok: true; result: unknown } | { ok: false; error: RpcError }

export interface RpcAddress {
  host: string
  url: string
  headers: Readonly<Record<string, string>>
  /** Secret parts of the address; nodes repeat them in their errors. */
  secrets: readonly string[]
}

export interface Transport {
  fetch: typeof fetch
  nowMs(): number
  /** Ends the exchange early. */
  signal: AbortSignal
  timeoutMs: number
  maxBytes: number
}

/** Sends one message, a batch for several requests. Anything but a full set of replies is a fault. */
export async function exchange(
  address: RpcAddress,
  requests: readonly RpcRequest[],
  transport: Transport,
): Promise<RpcReply[]> {
  const { status, text } = await post(address, JSON.stringify(toWire(requests)), transport)
  const replies = findReplies(text, requests.length)?.map((reply) => withoutSecrets(reply, address))
  if (replies !== undefined) return replies
  if (status >= 400)
    throw new EndpointFault(
      status === 413 ? 'tooLarge' : 'unreachable',
      `${address.host} answered with HTTP status ${status}`,
    )
  throw new EndpointFault(
    'badAnswer',
    `${address.host} sent something that is not a whole JSON-RPC answer`,
  )
}

function withoutSecrets(reply: RpcReply, { host, secrets }: RpcAddress): RpcReply {
  if (reply.ok) return reply
  const { code, message, data } = reply.error
  const clean = (text: string): string =>
    secrets.reduce(
      (left, secret) => left.replaceAll(secret, '…'),
      text.replace(/\b(https?|wss?):\/\/\S+/gi, host),
    )
  // Data other than bytes is a node's own, and may repeat the address as well.
  const own = data === undefined || isHex(data) ? data : clean(JSON.stringify(data))
  return { ok: false, error: { code, message: clean(message), data: own } }
}

function toWire(requests: readonly RpcRequest[]): unknown {
  const messages = requests.map(({ method, params }, id) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  }))
  return messages.length === 1 ? messages[0] : messages
}

async function post(
  { host, url, headers }: RpcAddress,
  body: string,
  transport: Transport,
): Promise<{ status: number; text: string }> {
  const timeout = AbortSignal.timeout(transport.timeoutMs)
  try {
    const signal = AbortSignal.any([timeout, transport.signal])
    const response = await transport.fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      signal,
      redirect: 'error',
    })
    if (response.status === 429) {
      const retryAfterMs = parseRetryAfterMs(response.headers.get('retry-after'), transport.nowMs())
      await response.body?.cancel()
      throw new EndpointFault(
        'rateLimited',
        `${host} says that it is asked too often`,
        retryAfterMs,
      )
    }
    return { status: response.status, text: await readText(response, host, transport.maxBytes) }
  } catch (error) {
    if (error instanceof EndpointFault) throw error
    if (timeout.aborted)
      throw new EndpointFault(
        'timeout',
        `${host} did not answer within ${transport.timeoutMs / 1000} s`,
      )
    // The message of a failed fetch may contain the whole address, so it is not passed on.
    throw new EndpointFault('unreachable', `${host} could not be reached or broke off`)
  }
}

async function readText(response: Response, host: string, maxBytes: number): Promise<string> {
  if (response.body === null) return ''
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body) {
    bytes += part.byteLength
    // Throwing here ends the stream, so an endless answer costs no more than the limit.
    if (bytes > maxBytes)
      throw new EndpointFault('tooLarge', `${host} sent more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/**
 * The replies in the order of the requests; a single error for a whole batch is every request's.
 */
function findReplies(text: string, count: number): RpcReply[] | undefined {
  const answer = parseJson(text)
  if (Array.isArray(answer)) return inOrder(answer, count)
  const reply = toReply(answer)
  if (reply === undefined || (count > 1 && reply.ok)) return undefined
  return Array.from({ length: count }, () => reply)
}

function inOrder(answers: readonly unknown[], count: number): RpcReply[] | undefined {
  const replies = new Map<unknown, RpcReply>()
  for (const answer of answers) {
    const reply = toReply(answer)
    if (reply !== undefined) replies.set((answer as { id?: unknown }).id, reply)
  }
  const ordered = Array.from({ length: count }, (_, id) => replies.get(id))
  return ordered.every((reply) => reply !== undefined) ? ordered : undefined
}

function toReply(answer: unknown): RpcReply | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { result, error } = answer as { result?: unknown; error?: unknown }
  if (typeof error === 'object' && error !== null) return { ok: false, error: toRpcError(error) }
  return 'result' in answer ? { ok: true, result } : undefined
}

function toRpcError(error: object): RpcError {
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
  return { code: Number(code ?? 0), message: String(message ?? ''), data }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
