import type { IncomingMessage, ServerResponse } from 'node:http'
import { toAlmanacError } from '../errors.ts'
import type { CachedResponse } from '../responses/cached-response.ts'
import { namesTableFormat } from '../responses/format.ts'
import { encodingOf, type Responder } from '../responses/responder.ts'
import type { KeyFinder } from '../roots.ts'
import type { Exchanges } from './exchanges.ts'

/** Responds at once where that needs no work; `false` leaves a request to the router. */
export type CachedRequests = (request: IncomingMessage, response: ServerResponse) => boolean

/** Serves cached responses before routing, with the same checks as every other request. */
export function createCachedRequests(
  responder: Responder,
  exchanges: Exchanges,
  findKey: KeyFinder,
): CachedRequests {
  return (request, response) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !exchanges.isReady) return false
    // The URL alone does not say which format is wanted.
    if (namesTableFormat(request.headers.accept)) return false
    const found = findCached(request.url ?? '', responder, findKey)
    if (found === undefined) return false
    const { cached, keyInPath } = found
    const { route, root } = cached.origin
    const encoding = encodingOf(cached, request)
    if (cached.find(encoding) === undefined || !exchanges.servesHost(request, root)) return false
    const requestId = exchanges.nextId()
    const origin = { requestId, operation: route.id, keyInPath }
    const exchange = exchanges.open(request, response, origin)
    try {
      responder.sendCached(exchange, cached, encoding, request)
    } catch (error) {
      exchange.sendError(toAlmanacError(error))
    }
    return true
  }
}

function findCached(
  url: string,
  responder: Responder,
  findKey: KeyFinder,
): { cached: CachedResponse; keyInPath: string | undefined } | undefined {
  const plain = responder.findCached(url)
  if (plain !== undefined) return { cached: plain, keyInPath: undefined }
  // URLs are cached without the key that a path may begin with.
  const { url: keyless, key } = findKey(url)
  const cached = key === undefined ? undefined : responder.findCached(keyless)
  return cached === undefined ? undefined : { cached, keyInPath: key }
}
