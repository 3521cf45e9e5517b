import { Slots } from '../../lib/slots.ts'
import type { HostRequest } from './channel/from-host.ts'
import { cleanText } from './clean-text.ts'
import { type ForwardSetting, forwardRpc } from './forward-rpc.ts'
import { answerLookUp, type LookUpSetting } from './look-ups.ts'
import type { HostResponse } from './messages.ts'
import { GATEWAY_ORIGIN } from './own-hosts.ts'

export interface GatewaySetting extends ForwardSetting, LookUpSetting {
  /** Hosts beyond the configured endpoints that modules may reach, such as `api.example.org`. */
  allowedHosts: readonly string[]
  fetch: typeof fetch
}

const MAX_BODY_BYTES = 64 * 1024 * 1024
/** Responses that are being read or that the module has not taken yet, together. */
const MAX_OPEN_BYTES = 128 * 1024 * 1024
/** Messages to nodes in parallel: their answers take several times their size while parsed. */
const MAX_PARALLEL_RPC = 8
const TIMEOUT_MS = 60_000
const MAX_REFUSED_HOSTS = 100
const MAX_HOST_LENGTH = 260
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
  /** Refused hosts, named in the error when the module fails. */
  readonly refused = new Set<string>()
  /** Requests to hosts on the list; those to nodes are counted where they are made. */
  roundTrips = 0

  constructor(setting: GatewaySetting) {
    this.#setting = setting
  }

  async answer(request: HostRequest, body: Buffer): Promise<HostResponse> {
    try {
      if (this.#openBytes > MAX_OPEN_BYTES) throw new Error(TOO_MUCH)
      const response = await this.#decide(request, body)
      this.#openBytes += response.body.length
      return response
    } catch (error) {
      const response = toText(502, error instanceof Error ? error.message : String(error))
      this.#openBytes += response.body.length
      return response
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
    const url = new URL(request.url)
    const [, service, chain = ''] = url.pathname.split('/')
    if (url.origin === GATEWAY_ORIGIN && service === 'rpc') {
      const answer = await this.#rpcSlots.run(() =>
        forwardRpc(decodeURIComponent(chain), body.toString('utf8'), this.#setting),
      )
      return toJson(answer)
    }
    if (this.#setting.allowedHosts.includes(url.host)) return this.#forward(request, url, body)
    const found = await answerLookUp(request.method, url, body.toString('utf8'), this.#setting)
    if (found !== undefined) return toJson(JSON.stringify(found))
    const host = cleanText(url.host, MAX_HOST_LENGTH)
    // The newest are named in errors, so the oldest make room.
    for (const oldest of this.refused)
      if (this.refused.size >= MAX_REFUSED_HOSTS) this.refused.delete(oldest)
    this.refused.add(host)
    return toText(
      403,
      `${host} is not on the list of hosts that adapters may reach; --allow ${host} adds it`,
    )
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
