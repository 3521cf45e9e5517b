import type { IncomingMessage } from 'node:http'
import type { Route } from './route.ts'

/** Written in a pro path where the key may stand: `/usage/APIKEY` (account.md#usage). */
const KEY_PLACE = 'APIKEY'

/** A URL without the key that stood in it, and that key. */
interface KeylessUrl {
  url: string
  key: string | undefined
}

export type KeyFinder = (url: string) => KeylessUrl

/** A key: a segment that starts no route, before a pro path's first one (responses.md#roots). */
export function createKeyFinder(routes: readonly Route[]): KeyFinder {
  const firstSegments = new Set([
    ...['health', 'ready', 'metrics', 'openapi.json'],
    ...['app', 'docs', 'downloads', 'favicon.ico'],
  ])
  const proSegments = new Set<string>()
  for (const route of routes) {
    for (const [root, path] of Object.entries(route.paths)) {
      const first = firstSegment(path)
      firstSegments.add(first)
      if (root === 'pro') proSegments.add(first)
    }
  }
  const keyPlaces = routes.flatMap((route) =>
    route.paths.pro?.endsWith(`/${KEY_PLACE}`)
      ? route.paths.pro.slice(0, -KEY_PLACE.length - 1)
      : [],
  )
  /** The path behind a key in front of it, or `undefined` when no key stands there. */
  const behindKey = (path: string): string | undefined => {
    const end = path.indexOf('/', 1)
    if (end <= 1 || firstSegments.has(path.slice(1, end))) return undefined
    const rest = path.slice(end)
    return proSegments.has(firstSegment(rest)) ? rest : undefined
  }
  return (url) => {
    const path = pathOf(url)
    const rest = behindKey(path) ?? path
    const key = rest === path ? undefined : decodeSafely(path.slice(1, path.length - rest.length))
    const place = keyPlaces.find((prefix) => rest === prefix || rest.startsWith(`${prefix}/`))
    const keyless = place === undefined ? { url: rest, key } : fillKeyPlace(rest, place, key)
    return { url: keyless.url + url.slice(path.length), key: keyless.key }
  }
}

export function pathOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

export function firstSegment(path: string): string {
  const end = path.indexOf('/', 1)
  return end < 0 ? path.slice(1) : path.slice(1, end)
}

/** `/usage`, `/usage/<KEY>` and `/usage/APIKEY` are one path; a key there is the one of the call. */
function fillKeyPlace(path: string, prefix: string, key: string | undefined): KeylessUrl {
  const named = path.slice(prefix.length + 1).replace(/\/$/, '')
  if (named.includes('/')) return { url: path, key }
  return {
    url: `${prefix}/${KEY_PLACE}`,
    key: named === '' || named === KEY_PLACE ? key : decodeSafely(named),
  }
}

/** The key of a request whose path carried one: its URL no longer shows it. */
const pathKeys = new WeakMap<IncomingMessage, string>()

/** Gives the URL to route by and remembers the key, so that neither routing nor logs see it. */
export function takeKeyOut(request: IncomingMessage, find: KeyFinder): string {
  const { url, key } = find(request.url ?? '/')
  if (key !== undefined) pathKeys.set(request, key)
  return url
}

export function pathKeyOf(request: IncomingMessage): string | undefined {
  return pathKeys.get(request)
}

/** A segment of a path without its escapes; one with broken escapes stays as it is. */
export function decodeSafely(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
