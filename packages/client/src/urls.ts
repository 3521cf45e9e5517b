import type { OPERATIONS } from './generated/operations.ts'

export type OperationId = keyof typeof OPERATIONS
export type Root = 'free' | 'pro' | 'bridge'

/** An operation as the generated table has it. */
export interface Operation {
  readonly group: string
  readonly method: string
  readonly path: string
  /** What stands before the path on each root. */
  readonly roots: Readonly<Partial<Record<Root, string>>>
  /** A POST that changes nothing. */
  readonly isRead?: boolean
}

/** Where the service is: one URL for everything, or one for each root. */
export type BaseUrl = string | Readonly<Record<Root, string>>

/** The root to ask: the pro one with a key, where there is one; else the first. */
export function rootOf({ roots }: Operation, hasKey: boolean, wanted: Root | undefined): Root {
  const offered = Object.keys(roots) as Root[]
  if (wanted !== undefined && offered.includes(wanted)) return wanted
  const [first] = offered
  if (first === undefined) throw new Error('The operation has no path.')
  return hasKey && offered.includes('pro') ? 'pro' : first
}

/** The URL of an operation: parameters in its path, the others in the query. */
export function urlOf(
  operation: Operation,
  parameters: Readonly<Record<string, unknown>>,
  { baseUrl, root }: { baseUrl: BaseUrl; root: Root },
): string {
  const query: Record<string, unknown> = { ...parameters }
  delete query.body
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const value = query[name]
    delete query[name]
    if (value === undefined || value === null || value === '')
      throw new TypeError(`The parameter ${name} is missing.`)
    return encodeURIComponent(textOf(value))
  })
  const base = typeof baseUrl === 'string' ? baseUrl : baseUrl[root]
  const target = `${base.replace(/\/+$/, '')}${operation.roots[root] ?? ''}${path}`
  // On a page, a base URL such as `/` is one of the page's own origin.
  const { location } = globalThis as { location?: { href: string } }
  const url = new URL(target, location?.href)
  for (const [name, value] of Object.entries(query).flatMap(explode))
    if (value !== undefined && value !== null) url.searchParams.set(name, textOf(value))
  return url.href
}

/** Each member of an object is a parameter of its own: `style: form` of OpenAPI. */
function explode([name, value]: [string, unknown]): [string, unknown][] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? Object.entries(value) : [[name, value]]
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(',') : String(value)
}

/** The URL of the next page; undefined after the last one. */
export function nextUrl(url: string, headers: Headers): string | undefined {
  const target = nextLink(headers.get('link'))
  const cursor = headers.get('x-next-cursor')
  if (target === undefined && (cursor === null || cursor === '')) return undefined
  const next = new URL(target ?? url, url)
  if (target === undefined && cursor !== null) next.searchParams.set('cursor', cursor)
  // The key must not go to another host, whatever a header says.
  if (next.origin !== new URL(url).origin)
    throw new Error(`The next page is on another origin: ${next.origin}.`)
  return next.href === url ? undefined : next.href
}

/** The target of `rel="next"` in a Link header (RFC 8288). */
function nextLink(header: string | null): string | undefined {
  for (const [, target, parameters = ''] of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g))
    if (/;\s*rel\s*=\s*("[^"]*\bnext\b[^"]*"|next\b)/i.test(parameters)) return target
  return undefined
}
