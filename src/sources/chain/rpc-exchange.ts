import { isHex } from 'viem'
import { parseRetryAfterMs } from '../http/retry-delay.ts'
import { EndpointFault } from './chain-errors.ts'

export interface RpcRequest {
  method: string
  params: readonly unknown[]
}

export type RpcReply = { ok: true; result: unknown } | { ok: false; error: RpcError }

export interface RpcTarget {
  host: string
  url: string
  headers: Readonly<Record<string, string>>
  /** Secret parts of the URL; nodes repeat them in their errors. */
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
  target: RpcTarget,
  requests: readonly RpcRequest[],
  transport: Transport,
): Promise<RpcReply[]> {
  const { status, text } = await post(target, JSON.stringify(toWire(requests)), transport)
  const replies = findReplies(text, requests.length)?.map((reply) => withoutSecrets(reply, target))
  if (replies !== undefined) return replies
  if (status >= 400)
    throw new EndpointFault(
      status === 413 ? 'tooLarge' : 'unreachable',
      `${target.host} answered with HTTP status ${status}`,
    )
  throw new EndpointFault(
    'badAnswer',
    `${target.host} sent something that is not a whole JSON-RPC answer`,
  )
}

function withoutSecrets(reply: RpcReply, { host, secrets }: RpcTarget): RpcReply {
  if (reply.ok) return reply
  const { code, message, data } = reply.error
  const clean = (text: string): string =>
    secrets.reduce(
      (left, secret) => left.replaceAll(secret, '…'),
      text.replace(/\b(https?|wss?):\/\/\S+/gi, host),
    )
  // Data other than bytes is a node's own, and may repeat the URL as well.
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
  { host, url, headers }: RpcTarget,
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
      const problem = `${host} says that it is asked too often`
      throw new EndpointFault('rateLimited', problem, retryAfterMs)
    }
    return { status: response.status, text: await readText(response, host, transport.maxBytes) }
  } catch (error) {
    if (error instanceof EndpointFault) throw error
    if (timeout.aborted)
      throw new EndpointFault(
        'timeout',
        `${host} did not answer within ${transport.timeoutMs / 1000} s`,
      )
    // The message of a failed fetch may contain the whole URL, so it is not passed on.
    throw new EndpointFault('unreachable', `${host} could not be reached or broke off`)
  }
}

async function readText(response: Response, host: string, maxBytes: number): Promise<string> {
  if (response.body === null) return ''
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body) {
    bytes += part.byteLength
    // Throwing here ends the stream, so an endless response costs no more than the limit.
    if (bytes > maxBytes)
      throw new EndpointFault('tooLarge', `${host} sent more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Replies in the order of the requests; a single error for a whole batch is every request's. */
function findReplies(text: string, count: number): RpcReply[] | undefined {
  const payload = parseJson(text)
  if (Array.isArray(payload)) return inOrder(payload, count)
  const reply = toReply(payload)
  if (reply === undefined || (count > 1 && reply.ok)) return undefined
  return Array.from({ length: count }, () => reply)
}

function inOrder(payloads: readonly unknown[], count: number): RpcReply[] | undefined {
  const replies = new Map<unknown, RpcReply>()
  for (const payload of payloads) {
    const reply = toReply(payload)
    if (reply !== undefined) replies.set((payload as { id?: unknown }).id, reply)
  }
  const ordered = Array.from({ length: count }, (_, id) => replies.get(id))
  return ordered.every((reply) => reply !== undefined) ? ordered : undefined
}

function toReply(payload: unknown): RpcReply | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined
  const { result, error } = payload as { result?: unknown; error?: unknown }
  if (typeof error === 'object' && error !== null) return { ok: false, error: toRpcError(error) }
  return 'result' in payload ? { ok: true, result } : undefined
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

/** An error that a node returned. */
export interface RpcError {
  code: number
  message: string
  data?: unknown
}

export type RpcErrorKind =
  | 'reverted'
  | 'rateLimited'
  | 'rangeTooLarge'
  | 'unknownBlock'
  | 'badParameters'
  | 'other'

const RATE =
  /rate.?limit|too many requests|request limit|throughput|compute units|capacity exceeded|quota/i
const RANGE =
  /block range|[\d,]+k? range|range (is )?too|too (large|wide|big) .*range|(more than|exceeds?|max(imum)?|limit(ed)?( to| of)?|up to) [\d,]+ ?k? ?(results|logs|events|blocks?)|too many (results|logs|events|blocks)|response size|log response|query timeout|returned more than|max results|exceed maximum block/i
const UNKNOWN_BLOCK =
  /header not found|unknown block|block.{0,20}not found|BlockOutOfRange|missing trie node|state .*(not available|unavailable|pruned)|resource not found|not canonical|historical state|pruned history|history.{0,20}(unavailable|pruned)|no state available|block.{0,40}not (yet )?available/i
const REVERTED =
  /revert|invalid opcode|InvalidFEOpcode|out of gas|OutOfGas|OOG|bad instruction|bad jump|invalid jump|stack (under|over)flow|EVM error|VM execution error|gas uint64 overflow/i

/** Nodes agree on few codes, so the message is looked at first. */
export function classifyRpcError({ code, message }: RpcError): RpcErrorKind {
  if (code === 3) return 'reverted'
  if (RATE.test(message) || code === 429) return 'rateLimited'
  if (RANGE.test(message)) return 'rangeTooLarge'
  if (UNKNOWN_BLOCK.test(message) || code === -32001) return 'unknownBlock'
  if (REVERTED.test(message)) return 'reverted'
  if (code === -32005) return 'rateLimited'
  if (code === -32602) return 'badParameters'
  return 'other'
}
