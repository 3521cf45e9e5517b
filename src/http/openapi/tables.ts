import type { Route } from '../route.ts'
import { TABLE_FORMATS } from '../table/formats.ts'
import type { JsonObject } from './components.ts'
import type { HeaderName } from './headers.ts'

const TEXT = { type: 'string' }
const IS_TEXT = /csv|ndjson/
const BINARY = { type: 'string', format: 'binary' }

/**
 * `x-tables`: the columns of the flat table, for each operation at this address. `with` is the
 * parameter that a column is there with, `unit` what its numbers count where they say so.
 */
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
