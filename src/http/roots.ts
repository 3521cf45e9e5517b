import type { IncomingMessage } from 'node:http'
import type { Root, Route } from './route.ts'

/** The key of a request whose path carried one; kept beside the request because its address no longer shows it. */
const pathKeys = new WeakMap<IncomingMessage, string>()

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
  return (request) => {
    const url = request.url ?? '/'
    const end = url.indexOf('/', 1)
    if (end < 0) return url
    const first = url.slice(1, end)
    if (firstSegments.has(first)) return url
    const rest = url.slice(end)
    const second = /^\/([^/?]*)/.exec(rest)?.[1] ?? ''
    if (!proSegments.has(second)) return url
    pathKeys.set(request, decodeSafely(first))
    return rest
  }
}

/** With a host of its own, a root answers only there (decision 1). */
export function answersOnHost(hosts: Partial<Record<Root, string | undefined>>, root: Root, host: string | undefined): boolean {
  const wanted = hosts[root]
  return wanted === undefined || (host ?? '').split(':')[0]?.toLowerCase() === wanted.toLowerCase()
}

function decodeSafely(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
