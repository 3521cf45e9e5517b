import { reasonOf } from '../../lib/reason-of.ts'
import { Slots } from '../../lib/slots.ts'
import type { ChainReader } from '../chain/chain.ts'
import type { Asked } from '../model/live-source.ts'
import type { KnownPrice } from '../model/price-book.ts'
import type { HostRequest } from './channel/from-host.ts'
import { cleanText } from './clean-text.ts'
import { type ForwardSetting, forwardRpc } from './forward-rpc.ts'
import {
  type LookedUpPrice,
  type LookUpSetting,
  type LookUps,
  respondToLookUp,
} from './look-ups.ts'
import type { HostResponse } from './messages.ts'
import { type OutsideFetch, PrivateHostError } from './outside-fetch.ts'
import { GATEWAY_ORIGIN } from './own-hosts.ts'

export interface GatewaySetting extends ForwardSetting, LookUpSetting {
  reader: (chain: string) => Promise<ChainReader | undefined>
  /** Hosts beyond the configured endpoints that modules may reach, such as `api.example.org`. */
  allowedHosts: readonly string[]
  fetch: OutsideFetch
}

const MAX_BODY_BYTES = 64 * 1024 * 1024
/** Responses that are being read or that the module has not taken yet, together. */
const MAX_OPEN_BYTES = 128 * 1024 * 1024
/** Messages to nodes in parallel: their responses take several times their size while parsed. */
const MAX_PARALLEL_RPC = 8
const TIMEOUT_MS = 60_000
const MAX_REFUSED_HOSTS = 100
const MAX_HOST_LENGTH = 260
/** Longer bodies are not searched for what tells a node. */
const MAX_RPC_BYTES = 1024 * 1024
/** The receipt holds every price that was looked up. */
const MAX_PRICES = 20_000
/** Headers of a single connection, and those that do not hold for the forwarded body. */
const NOT_FORWARDED = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-encoding',
  'content-length',
  'host',
  'accept-encoding',
  'expect',
  'upgrade',
]

const TOO_MUCH = `the adapter requested more than ${MAX_OPEN_BYTES} bytes in parallel`

/** The only network of an adapter: decides about each request and answers it. */
export class Gateway {
  readonly #setting: GatewaySetting
  readonly #ending = new AbortController()
  readonly #rpcSlots = new Slots(MAX_PARALLEL_RPC)
  #openBytes = 0
  /** Refused hosts; whether they were asked as nodes, which SDKs do with public ones. */
  readonly #refused = new Map<string, { isNode: boolean }>()
  readonly #prices = new Map<string, KnownPrice & { coin: string }>()
  /** Requests to hosts on the list; those to nodes are counted where they are made. */
  roundTrips = 0
  /** Single requests to nodes, several of which may share a message. */
  requests = 0

  constructor(setting: GatewaySetting) {
    this.#setting = setting
  }

  async respond(request: HostRequest, body: Buffer): Promise<HostResponse> {
    const response = await this.#decide(request, body).catch((error: unknown) =>
      toText(502, reasonOf(error)),
    )
    this.#openBytes += response.body.length
    return response
  }

  /** Hosts it may not reach: those that the module itself needs before nodes that an SDK knows. */
  listRefused(): string[] {
    return [...this.#refusedAs(false), ...this.#refusedAs(true)]
  }

  #refusedAs(isNode: boolean): string[] {
    return [...this.#refused].flatMap(([host, refused]) => (refused.isNode === isNode ? host : []))
  }

  /** What it asked for so far, for the receipt. */
  listAsked(): Asked {
    return {
      prices: [...this.#prices.values()],
      requests: this.requests,
      refusedHosts: this.#refusedAs(false),
      refusedNodes: this.#refusedAs(true).length,
    }
  }

  /** The module has taken a response. */
  release(response: HostResponse): void {
    this.#openBytes -= response.body.length
  }

  /** Breaks off what is still being fetched. */
  close(): void {
    this.#ending.abort()
  }

  async #decide(request: HostRequest, body: Buffer): Promise<HostResponse> {
    if (this.#openBytes > MAX_OPEN_BYTES) throw new Error(TOO_MUCH)
    const url = new URL(request.url)
    const [, service, chain = ''] = url.pathname.split('/')
    if (url.origin === GATEWAY_ORIGIN && service === 'rpc') {
      const respond = await this.#rpcSlots.run(() =>
        forwardRpc(decodeURIComponent(chain), body.toString('utf8'), {
          ...this.#setting,
          onRequests: (count) => (this.requests += count),
        }),
      )
      return toJson(respond)
    }
    if (this.#setting.allowedHosts.includes(url.host))
      return this.#forward(request, url, body).catch((error) => {
        if (error instanceof PrivateHostError) this.#noteRefused(url, false)
        throw error
      })
    const found = await respondToLookUp(request.method, url, body.toString('utf8'), {
      ...this.#setting,
      lookUps: { ...this.#setting.lookUps, prices: (...asked) => this.#lookUpPrices(...asked) },
    })
    if (found !== undefined) return toJson(JSON.stringify(found))
    if (url.origin === GATEWAY_ORIGIN) return toText(404, `nothing is known of ${url.pathname}`)
    const isNode = body.length < MAX_RPC_BYTES && body.includes('"jsonrpc"')
    const host = this.#noteRefused(url, isNode)
    const problem = `${host} is not on the list of hosts that adapters may reach`
    return toText(403, `${problem}; --allow ${host} adds it`)
  }

  #noteRefused(url: URL, isNode: boolean): string {
    const host = cleanText(url.host, MAX_HOST_LENGTH)
    for (const oldest of this.#refused.keys())
      if (this.#refused.size >= MAX_REFUSED_HOSTS) this.#refused.delete(oldest)
    this.#refused.set(host, { isNode })
    return host
  }

  async #lookUpPrices(
    ...asked: Parameters<LookUps['prices']>
  ): Promise<ReadonlyMap<string, LookedUpPrice>> {
    const found = await this.#setting.lookUps.prices(...asked)
    for (const [coin, { priceUsd, atSec, confidence, source }] of found)
      this.#prices.set(`${coin} ${atSec}`, { coin, source, priceUsd, atSec, confidence })
    if (this.#prices.size > MAX_PRICES)
      throw new Error(`an adapter may look up ${MAX_PRICES} prices`)
    return found
  }

  async #forward(request: HostRequest, url: URL, body: Buffer): Promise<HostResponse> {
    this.roundTrips++
    const response = await this.#setting.fetch(url, {
      method: request.method,
      headers: request.headers.filter(([name]) => !NOT_FORWARDED.includes(name.toLowerCase())),
      // The module requests the target of a redirect through here again.
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.#ending.signal]),
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    })
    return {
      status: response.status,
      headers: [...response.headers].filter(([name]) => !NOT_FORWARDED.includes(name)),
      body: await this.#readAtMost(response, url.host),
    }
  }

  async #readAtMost(response: Response, host: string): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    try {
      for await (const chunk of response.body ?? []) {
        bytes += chunk.length
        this.#openBytes += chunk.length
        if (bytes > MAX_BODY_BYTES)
          throw new Error(`${host} answered more than ${MAX_BODY_BYTES} bytes`)
        if (this.#openBytes > MAX_OPEN_BYTES) throw new Error(TOO_MUCH)
        chunks.push(chunk)
      }
      return Buffer.concat(chunks)
    } finally {
      this.#openBytes -= bytes
    }
  }
}

function toJson(text: string): HostResponse {
  return { status: 200, headers: [['content-type', 'application/json']], body: Buffer.from(text) }
}

function toText(status: number, text: string): HostResponse {
  return { status, headers: [['content-type', 'text/plain']], body: Buffer.from(text) }
}
