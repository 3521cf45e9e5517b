import { isTagged } from '../responses/cached-response.ts'
import type { Root, Route } from '../route.ts'
import type { JsonObject } from './components.ts'

interface Header {
  readonly description: string
  readonly type: 'string' | 'integer'
  readonly example: string | number
  /** Whether each response that declares it has it. */
  readonly required?: boolean
}

const HEADERS = {
  ETag: {
    description: 'Version of the response. Send it as `If-None-Match` to get 304 while it is new.',
    type: 'string',
    example: '"15.0-4f1c"',
    required: true,
  },
  'Cache-Control': {
    description: 'Whether caches may keep the response, and for whom.',
    type: 'string',
    example: 'public, no-cache',
  },
  RateLimit: {
    description: 'What is left of the limit (`r`) and the seconds until it is renewed (`t`).',
    type: 'string',
    example: '"default";r=499;t=42',
  },
  'RateLimit-Policy': {
    description: 'The limit: requests (`q`) in a window of seconds (`w`).',
    type: 'string',
    example: '"default";q=500;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    type: 'integer',
    example: 2,
  },
  'X-Request-Id': {
    description: 'Identifies the request in the logs of the service.',
    type: 'string',
    example: 'req-1a2b',
  },
  'X-Credits-Remaining': {
    description: 'Credits of the month that the key has left; only with a key.',
    type: 'integer',
    example: 999_999,
  },
  'X-As-Of-Run': {
    description:
      'Number of the newest run that the response takes into account; with `asOf` or `cursor`.',
    type: 'integer',
    example: 12,
  },
  'X-Data-Source': {
    description: '`demo` while the service shows its demo world.',
    type: 'string',
    example: 'demo',
  },
  'Content-Disposition': {
    description: 'The name to save a table under; not with JSON.',
    type: 'string',
    example: 'attachment; filename="listChains-2026-01-31.csv"',
  },
  Location: {
    description: 'The new address, relative to the requested one.',
    type: 'string',
    example: 'harbor-swap',
  },
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof HEADERS

/** The headers that responses refer to, and those that every response of their kind has. */
export function describeHeaders(): JsonObject {
  return Object.fromEntries(
    Object.entries(HEADERS).map(([name, header]: [string, Header]) => {
      const { description, type, example, required = false } = header
      return [name, { description, required, schema: { type }, example }]
    }),
  )
}

export function referToHeaders(names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Headers of a 304, and of a 200 besides its route's own. */
export function headersOf(route: Route, roots: readonly Root[]): HeaderName[] {
  return [
    ...(isTagged(route) ? (['ETag', 'X-As-Of-Run'] as const) : []),
    'Cache-Control',
    'RateLimit',
    'RateLimit-Policy',
    'X-Request-Id',
    ...(roots.includes('pro') ? (['X-Credits-Remaining'] as const) : []),
    'X-Data-Source',
  ]
}

/** Headers that only this route sends. */
export function ownHeaders({ headers }: Route): JsonObject {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  )
}
