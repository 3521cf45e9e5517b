import { isTagged } from '../responses/cached-response.ts'
import type { Root, Route } from '../route.ts'
import { TABLE_FORMATS } from '../table/formats.ts'
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

const TEXT = { type: 'string' }
const IS_TEXT = /csv|ndjson/
const BINARY = { type: 'string', format: 'binary' }

/** `x-tables`: columns of the flat tables; `with` is the parameter that brings a column. */
export function describeTables(routes: readonly Route[]): JsonObject {
  const tables = routes.flatMap(({ operationId, table, list }) => {
    if (table === undefined) return []
    const columns = table.columns.map(({ name, kind, unit }) => {
      const parameter = list?.onRequest[name]
      return {
        name,
        type: kind,
        ...(unit === undefined ? {} : { unit }),
        ...(parameter === undefined ? {} : { with: parameter }),
      }
    })
    return { operation: operationId, columns }
  })
  return tables.length === 0 ? {} : { 'x-tables': tables }
}

/** What is answered besides JSON. */
export function tableContent(routes: readonly Route[]): JsonObject {
  const tables = Object.values(TABLE_FORMATS).map(({ mediaType }) => mediaType)
  const own = routes.flatMap(({ otherMediaTypes }) => otherMediaTypes)
  return Object.fromEntries(
    [...(hasTable(routes) ? tables : []), ...own].map((type) => [
      type.replace(/;.*/, ''),
      { schema: IS_TEXT.test(type) ? TEXT : BINARY },
    ]),
  )
}

export function tableHeaders(routes: readonly Route[]): HeaderName[] {
  return hasTable(routes) ? ['Content-Disposition'] : []
}

function hasTable(routes: readonly Route[]): boolean {
  return routes.some(({ table }) => table !== undefined)
}
