import { type LookupAddress, lookup as lookUpName } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { PassThrough, pipeline, Readable, type Transform } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import zlib from 'node:zlib'
import { isPrivateAddress } from '../../lib/private-address.ts'
import { ownMember } from '../../lib/records.ts'

/** What the gateway asks of a host on the list. */
export type OutsideFetch = (
  url: URL,
  request: {
    method: string
    headers: [string, string][]
    redirect: 'manual'
    signal: AbortSignal
    body?: Uint8Array<ArrayBuffer>
  },
) => Promise<Response>

/** A host on the list whose name leads to this machine or its network. */
export class PrivateHostError extends Error {
  override name = 'PrivateHostError'
}

const NO_BODY = [204, 205, 304]
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress(),
  zstd: () => zlib.createZstdDecompress(),
}

export interface OutsideSetting {
  /** Names that may lead to this machine or its network. */
  privateHosts: readonly string[]
  lookup?: typeof lookUpName
}

/**
 * Requests that stay outside: the address a name leads to is checked on the very connection, so
 * that a name that changes its address between check and use gains nothing.
 */
export function createOutsideFetch({
  privateHosts,
  lookup = lookUpName,
}: OutsideSetting): OutsideFetch {
  return (url, { method, headers, signal, body }) => {
    const isChosen = privateHosts.includes(url.host) || url.hostname === 'localhost'
    const options: http.RequestOptions = {
      method,
      headers: groupHeaders(headers),
      signal,
      // A connection of its own: one that another part opened was not checked.
      agent: false,
      // Addresses in digits are not looked up: who lists one knows where it leads.
      lookup: checkedLookup(lookup, isChosen ? () => false : isPrivateAddress),
    }
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const request = (url.protocol === 'https:' ? https : http).request(url, options)
    request.on('response', (response) => {
      try {
        resolve(toResponse(response))
      } catch (error) {
        request.destroy()
        reject(error)
      }
    })
    request.on('error', reject)
    request.end(body)
    return promise
  }
}

function groupHeaders(headers: readonly [string, string][]): Record<string, string[]> {
  const groups = Map.groupBy(headers, ([name]) => name.toLowerCase())
  return Object.fromEntries(
    [...groups].map(([name, entries]) => [name, entries.map(([, value]) => value)]),
  )
}

function checkedLookup(
  lookup: typeof lookUpName,
  isRefused: (address: string) => boolean,
): LookupFunction {
  return (host, options, answered) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const inside = addresses?.find(({ address }) => isRefused(address))
      if (error !== null) answered(error, [])
      else if (inside !== undefined) answered(privateHost(host, inside), [])
      else if (options.all === true) answered(null, addresses)
      else answered(null, addresses[0]?.address ?? '', addresses[0]?.family)
    })
  }
}

function privateHost(host: string, { address }: LookupAddress): PrivateHostError {
  return new PrivateHostError(
    `${host} leads to ${address}, which is this machine or its network; ` +
      `ALMANAC_ADAPTER_PRIVATE_HOSTS=${host} lets adapters reach it`,
  )
}

function toResponse(response: http.IncomingMessage): Response {
  const status = response.statusCode ?? 502
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    for (const value of values) headers.append(name, value)
  if (NO_BODY.includes(status)) {
    response.resume()
    return new Response(null, { status, headers })
  }
  const encoding = headers.get('content-encoding')?.toLowerCase() ?? 'identity'
  const decoder = encoding === 'identity' ? new PassThrough() : ownMember(DECODERS, encoding)?.()
  if (decoder === undefined) throw new Error(`the response is encoded as ${encoding}, not as text`)
  pipeline(response, decoder, () => undefined)
  const body = Readable.toWeb(decoder) as ReadableStream<Uint8Array<ArrayBuffer>>
  return new Response(body, { status, headers })
}
