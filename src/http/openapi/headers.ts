import { isTagged } from '../responses/cached-response.ts'
import type { Root, Route } from '../route.ts'
import type { JsonObject } from './components.ts'
import headers from './headers.json' with { type: 'json' }

export type HeaderName = keyof typeof headers

/** The headers that responses refer to, and those that every response of their kind has. */
export function describeHeaders(): JsonObject {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { description, type, example }]) => [
      name,
      // Each response that declares a tag has it.
      { description, required: name === 'ETag', schema: { type }, example },
    ]),
  )
}

export function referToHeaders(names: readonly string[]): JsonObject {
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
export function ownHeaders(route: Route): JsonObject {
  return Object.fromEntries(
    Object.entries(route.headers).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  )
}
