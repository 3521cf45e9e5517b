import { UsageError } from '../../lib/errors.ts'
import { OutageLog } from '../../lib/outage-log.ts'
import { retryDelayMs } from '../http/retry-delay.ts'
import {
  type ChainDependencies,
  type ChainSettings,
  type EndpointHealth,
  LIMITS,
  type Meter,
} from './chain.ts'
import { EndpointFault } from './chain-errors.ts'
import {
  classifyRpcError,
  exchange,
  type RpcReply,
  type RpcRequest,
  type RpcTarget,
} from './rpc-exchange.ts'

/** How long a node that contradicted the others is distrusted. */
const DISTRUST_MS = 60_000
/** How long a node that was behind is asked last. */
const LAG_MS = 10_000
/** Readings are made hourly, but the tries of one follow each other within minutes. */
const QUIET_MINUTES = 5
/** Shorter parts of a URL are not keys, and hiding them would garble messages. */
const MIN_SECRET_LENGTH = 8

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

export class Endpoint {
  readonly host: string
  /** False once it has refused to be asked by a block's hash. */
  pinsByHash = true
  readonly #target: RpcTarget
  readonly #settings: ChainSettings
  readonly #with: ChainDependencies & { signal: AbortSignal }
  readonly #outage: OutageLog
  readonly #limits: typeof LIMITS
  readonly #condition: Condition = {
    isWrongChain: false,
    restsUntilMs: 0,
    distrustedUntilMs: 0,
    laggingUntilMs: 0,
    consecutiveFaults: 0,
    requests: 0,
    failures: 0,
    lastError: null,
  }
  #maxBatch: number
  #checking: Promise<void> | undefined

  constructor(
    url: string,
    settings: ChainSettings,
    dependencies: ChainDependencies & { signal: AbortSignal },
  ) {
    const { log, signal, limits } = dependencies
    this.#target = toTarget(url, settings)
    this.host = this.#target.host
    this.#settings = settings
    this.#with = dependencies
    this.#limits = { ...LIMITS, ...limits }
    this.#maxBatch = this.#limits.maxBatch
    this.#outage = new OutageLog(log, 'chain endpoint', QUIET_MINUTES)
    signal.addEventListener('abort', () => this.#outage.close(), { once: true })
  }

  /** When it may be asked again. */
  get restsUntilMs(): number {
    const { isWrongChain, restsUntilMs, distrustedUntilMs } = this.#condition
    return isWrongChain ? Number.POSITIVE_INFINITY : Math.max(restsUntilMs, distrustedUntilMs)
  }

  isUsable(): boolean {
    return this.restsUntilMs <= this.#with.clock.nowMs()
  }

  isLagging(): boolean {
    return this.#condition.laggingUntilMs > this.#with.clock.nowMs()
  }

  /** Sends requests in as few messages as possible; first of all it checks the chain's id. */
  async send(
    requests: readonly RpcRequest[],
    meter?: Meter,
    maxBytes?: number,
  ): Promise<RpcReply[]> {
    this.#checking ??= this.#checkChain()
    await this.#checking.catch((error) => {
      // A check that failed is repeated next time; a wrong chain stays wrong.
      if (!this.#condition.isWrongChain) this.#checking = undefined
      throw error
    })
    const replies = await this.#sendBatch(requests, meter, maxBytes)
    this.#condition.consecutiveFaults = 0
    return replies
  }

  /** Records a fault; after one that is about the node itself, it backs off. */
  noteFault(fault: EndpointFault): void {
    const { clock, random } = this.#with
    this.#note(fault.message)
    if (fault.kind === 'unknownBlock' || fault.kind === 'otherFork') return
    this.#condition.consecutiveFaults++
    this.#condition.restsUntilMs =
      clock.nowMs() + retryDelayMs(this.#condition.consecutiveFaults, random(), fault.retryAfterMs)
  }

  noteLying(reason: string): void {
    this.#note(reason)
    this.#condition.distrustedUntilMs = this.#with.clock.nowMs() + DISTRUST_MS
  }

  noteLagging(reason: string): void {
    this.#note(reason)
    this.#condition.laggingUntilMs = this.#with.clock.nowMs() + LAG_MS
  }

  health(): EndpointHealth {
    return describe(this.host, this.#condition, this.#with.clock.nowMs())
  }

  async #sendBatch(
    requests: readonly RpcRequest[],
    meter?: Meter,
    maxBytes = this.#limits.maxBytes,
  ): Promise<RpcReply[]> {
    if (requests.length > this.#maxBatch) {
      const replies = await this.#sendBatch(requests.slice(0, this.#maxBatch), meter, maxBytes)
      const rest = requests.slice(replies.length)
      return [...replies, ...(await this.#sendBatch(rest, meter, maxBytes))]
    }
    this.#condition.requests++
    if (meter !== undefined) meter.roundTrips++
    const { fetch, signal, clock } = this.#with
    const transport = { ...this.#limits, fetch, signal, nowMs: () => clock.nowMs(), maxBytes }
    const replies = await exchange(this.#target, requests, transport)
    const isLimited = replies.some(
      (reply) => !reply.ok && classifyRpcError(reply.error) === 'rateLimited',
    )
    if (isLimited)
      throw new EndpointFault('rateLimited', `${this.host} says that it is asked too often`)
    if (!isBatchRefused(replies)) return replies
    this.#maxBatch = Math.ceil(requests.length / 2)
    return this.#sendBatch(requests, meter, maxBytes)
  }

  async #checkChain(): Promise<void> {
    const [reply] = await this.#sendBatch([{ method: 'eth_chainId', params: [] }])
    if (reply === undefined || !reply.ok)
      throw new EndpointFault('refused', `${this.host} does not say which chain it serves`)
    const served = Number(reply.result)
    this.#condition.isWrongChain = served !== this.#settings.chainId
    if (this.#condition.isWrongChain)
      throw new EndpointFault(
        'wrongChain',
        `${this.host} serves chain ${served} instead of ${this.#settings.chainId}`,
      )
  }

  #note(reason: string): void {
    this.#condition.lastError = reason
    this.#condition.failures++
    this.#outage.failed(undefined, { chain: this.#settings.chain, host: this.host, reason })
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

/** Name and password are sent as a header, because a URL that holds them cannot be fetched. */
function toTarget(url: string, { chain, endpoints }: ChainSettings): RpcTarget {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new UsageError(
      `Endpoint ${endpoints.indexOf(url) + 1} of ${chain} is not an http or https URL: correct it.`,
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
  return { host, url: parsed.href, headers, secrets }
}
