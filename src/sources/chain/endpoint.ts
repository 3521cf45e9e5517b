import { UsageError } from '../../lib/errors.ts'
import { OutageLog } from '../../lib/outage-log.ts'
import { retryDelayMs } from '../http/retry-delay.ts'
import type { ChainSettings, EndpointHealth } from './chain.ts'
import { type ChainDependencies, LIMITS, type Meter } from './chain-dependencies.ts'
import { EndpointFault } from './chain-errors.ts'
import { classifyRpcError } from './rpc-error.ts'
import { exchange, type RpcAddress, type RpcReply, type RpcRequest } from './rpc-exchange.ts'

/** How long a node that contradicted the others is distrusted. */
const DISTRUST_MS = 60_000
/** How long a node that was behind is asked last. */
const LAG_MS = 10_000
/** Readings are made hourly, but the tries of one follow each other within minutes. */
const QUIET_MINUTES = 5
/** Shorter parts of an address are not keys, and hiding them would garble messages. */
const MIN_SECRET_LENGTH = 8

/** One node as we know it. */
export interface Endpoint {
  readonly host: string
  /** False once it has refused to be asked by a block's hash. */
  pinsByHash: boolean
  /** When it may be asked again. */
  readonly restsUntilMs: number
  isUsable(): boolean
  isLagging(): boolean
  /** Sends requests in as few messages as possible; first of all it checks the chain's id. */
  send(requests: readonly RpcRequest[], meter?: Meter, maxBytes?: number): Promise<RpcReply[]>
  /** Records a fault; after one that is about the node itself, it backs off. */
  noteFault(fault: EndpointFault): void
  noteLying(reason: string): void
  noteLagging(reason: string): void
  health(): EndpointHealth
}

interface Condition {
  isWrongChain: boolean
  restsUntilMs: number
  distrustedUntilMs: number
  laggingUntilMs: number
  consecutiveFaults: number
  requests: number
  failures: number
  lastError: string | null
}

export function createEndpoint(
  url: string,
  settings: ChainSettings,
  dependencies: ChainDependencies & { signal: AbortSignal },
): Endpoint {
  const { clock, log, random } = dependencies
  const address = toAddress(url, settings)
  const outage = new OutageLog(log, 'chain endpoint', QUIET_MINUTES)
  dependencies.signal.addEventListener('abort', () => outage.close(), { once: true })
  const condition: Condition = {
    isWrongChain: false,
    restsUntilMs: 0,
    distrustedUntilMs: 0,
    laggingUntilMs: 0,
    consecutiveFaults: 0,
    requests: 0,
    failures: 0,
    lastError: null,
  }
  const limits = { ...LIMITS, ...dependencies.limits }
  let maxBatch = limits.maxBatch
  let checking: Promise<void> | undefined
  const transport = {
    ...limits,
    fetch: dependencies.fetch,
    signal: dependencies.signal,
    nowMs: () => clock.nowMs(),
  }

  async function sendBatch(
    requests: readonly RpcRequest[],
    meter?: Meter,
    maxBytes = limits.maxBytes,
  ): Promise<RpcReply[]> {
    if (requests.length > maxBatch) {
      const replies = await sendBatch(requests.slice(0, maxBatch), meter, maxBytes)
      return [...replies, ...(await sendBatch(requests.slice(replies.length), meter, maxBytes))]
    }
    condition.requests++
    if (meter !== undefined) meter.roundTrips++
    const replies = await exchange(address, requests, { ...transport, maxBytes })
    const limited = replies.find(
      (reply) => !reply.ok && classifyRpcError(reply.error) === 'rateLimited',
    )
    if (limited !== undefined)
      throw new EndpointFault('rateLimited', `${address.host} says that it is asked too often`)
    if (!isBatchRefused(replies)) return replies
    maxBatch = Math.ceil(requests.length / 2)
    return sendBatch(requests, meter, maxBytes)
  }

  async function checkChain(): Promise<void> {
    const [reply] = await sendBatch([{ method: 'eth_chainId', params: [] }])
    if (reply === undefined || !reply.ok)
      throw new EndpointFault('refused', `${address.host} does not say which chain it serves`)
    condition.isWrongChain = Number(reply.result) !== settings.chainId
    if (condition.isWrongChain) {
      throw new EndpointFault(
        'wrongChain',
        `${address.host} serves chain ${Number(reply.result)} instead of ${settings.chainId}`,
      )
    }
  }

  function note(reason: string): void {
    condition.lastError = reason
    condition.failures++
    outage.failed(undefined, { chain: settings.chain, host: address.host, reason })
  }

  return {
    host: address.host,
    pinsByHash: true,
    get restsUntilMs() {
      return condition.isWrongChain
        ? Number.POSITIVE_INFINITY
        : Math.max(condition.restsUntilMs, condition.distrustedUntilMs)
    },
    isUsable() {
      return this.restsUntilMs <= clock.nowMs()
    },
    isLagging: () => condition.laggingUntilMs > clock.nowMs(),
    async send(requests, meter, maxBytes) {
      checking ??= checkChain()
      await checking.catch((error) => {
        // A check that failed is repeated next time; a wrong chain stays wrong.
        if (!condition.isWrongChain) checking = undefined
        throw error
      })
      const replies = await sendBatch(requests, meter, maxBytes)
      condition.consecutiveFaults = 0
      return replies
    },
    noteFault(fault) {
      note(fault.message)
      if (fault.kind === 'unknownBlock' || fault.kind === 'otherFork') return
      condition.consecutiveFaults++
      condition.restsUntilMs =
        clock.nowMs() + retryDelayMs(condition.consecutiveFaults, random(), fault.retryAfterMs)
    },
    noteLying(reason) {
      note(reason)
      condition.distrustedUntilMs = clock.nowMs() + DISTRUST_MS
    },
    noteLagging(reason) {
      note(reason)
      condition.laggingUntilMs = clock.nowMs() + LAG_MS
    },
    health: () => describe(address.host, condition, clock.nowMs()),
  }
}

/** The same error for every request of a batch may be about the batch. */
function isBatchRefused(replies: readonly RpcReply[]): boolean {
  const [first] = replies
  if (replies.length < 2 || first === undefined || first.ok) return false
  const { code, message } = first.error
  const isAboutBatch =
    code === -32600 || /batch|too (many|large|long)|size|limit|exceed/i.test(message)
  return isAboutBatch && replies.every((reply) => !reply.ok && reply.error.message === message)
}

function describe(host: string, condition: Condition, nowMs: number): EndpointHealth {
  const { lastError, requests, failures } = condition
  const about = { host, lastError, requests, failures }
  if (condition.isWrongChain) return { ...about, state: 'wrongChain' }
  if (condition.distrustedUntilMs > nowMs) return { ...about, state: 'lying' }
  if (condition.restsUntilMs > nowMs) return { ...about, state: 'resting' }
  return { ...about, state: condition.laggingUntilMs > nowMs ? 'lagging' : 'good' }
}

/** Name and password are sent as a header, because an address that holds them cannot be fetched. */
function toAddress(url: string, { chain, endpoints }: ChainSettings): RpcAddress {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new UsageError(
      `Endpoint ${endpoints.indexOf(url) + 1} of ${chain} is not an http or https address: correct it.`,
    )
  }
  const { username, password, host } = parsed
  parsed.username = ''
  parsed.password = ''
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers: Record<string, string> =
    username === '' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
  const parts = [...parsed.pathname.split('/'), ...parsed.searchParams.values()]
  const secrets = [
    ...parts.filter(({ length }) => length >= MIN_SECRET_LENGTH),
    // A password is secret however short; of a name, parts of other words would be hidden.
    ...[password, decodeURIComponent(password)].filter((one) => one !== ''),
    ...(username.length >= MIN_SECRET_LENGTH ? [username] : []),
    ...(username === '' ? [] : [Buffer.from(login).toString('base64')]),
  ]
  return {
    host,
    url: parsed.href,
    headers,
    secrets,
  }
}
