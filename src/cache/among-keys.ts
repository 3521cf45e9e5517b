import { type Sql, sql } from '../lib/sql.ts'

/** SQL that picks the rows of the keys that a keyed state loads, given as the parameter `keys`. */
export function amongKeys(column: Sql, keys: 'all' | readonly (string | number)[]): Sql {
  if (keys === 'all') return sql`1`
  if (keys.length === 0) return sql`0`
  return typeof keys[0] === 'number'
    ? sql`${column} IN {keys:Array(Int64)}`
    : sql`${column} IN {keys:Array(String)}`
}
