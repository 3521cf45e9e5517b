import type { IncomingMessage } from 'node:http'
import type { Root, Route } from './route.ts'

/** The key of a request whose path carried one; kept beside the request because its address no longer shows it. */
const pathKeys = new WeakMap<IncomingMessage, string>()
/** What a pro path writes where the key itself may stand, as in `/usage/APIKEY` (decision 3). */
const KEY_PLACE = 'APIKEY'

export function pathKeyOf(request: IncomingMessage): string | undefined {
  return pathKeys.get(request)
}

/**
 * Takes the key out of `/<KEY>/<pro path>` (decision 1). A first segment is a key when no route starts with it and the
 * second one starts a pro path, so that a wrong key is told apart from a wrong address.
 */
export function createKeyStripper(routes: readonly Route[]): (request: IncomingMessage) => string {
  const firstSegments = new Set(['health', 'ready', 'metrics', 'openapi.json', 'docs', 'favicon.ico'])
  const proSegments = new Set<string>()
  for (const route of routes) {
    for (const [root, path] of Object.entries(route.paths)) {
      const first = path.split('/')[1] ?? ''
      firstSegments.add(first)
      if (root === 'pro') proSegments.add(first)
    }
  }
  const keyPlaces = routes.flatMap((route) =>
    route.paths.pro?.endsWith(`/${KEY_PLACE}`) ? route.paths.pro.slice(0, -KEY_PLACE.length - 1) : [],
  )
  /** The path behind a key in front of it, or `undefined` when no key stands there. */
  const behindKey = (path: string): string | undefined => {
    const end = path.indexOf('/', 1)
    if (end <= 1 || firstSegments.has(path.slice(1, end))) return undefined
    return proSegments.has(path.slice(end + 1).split('/', 1)[0] ?? '') ? path.slice(end) : undefined
  }
  return (request) => {
    const url = request.url ?? '/'
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    let rest = behindKey(path) ?? path
    if (rest !== path) pathKeys.set(request, decodeSafely(path.slice(1, path.length - rest.length)))
    for (const prefix of keyPlaces) rest = fillKeyPlace(request, rest, prefix)
    return mark < 0 ? rest : rest + url.slice(mark)
  }
}

/** `/usage`, `/usage/<KEY>` and `/usage/APIKEY` are one address; a key that stands there is the one of the call. */
function fillKeyPlace(request: IncomingMessage, path: string, prefix: string): string {
  if (path !== prefix && !path.startsWith(`${prefix}/`)) return path
  const named = path.slice(prefix.length + 1).replace(/\/$/, '')
  if (named.includes('/')) return path
  if (named !== '' && named !== KEY_PLACE) pathKeys.set(request, decodeSafely(named))
  return `${prefix}/${KEY_PLACE}`
}

/** With a host of its own, a root answers only there (decision 1). */
export function answersOnHost(hosts: Partial<Record<Root, string | undefined>>, root: Root, host: string): boolean {
  const wanted = hosts[root]
  return wanted === undefined || host.toLowerCase() === wanted.toLowerCase()
}

function decodeSafely(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
