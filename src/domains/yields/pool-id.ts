import { createHash } from 'node:crypto'
import { joinSql, literal, type Sql, sql } from '../../lib/sql.ts'

/** The namespace of pool ids. It must never change: every id is made from it (yields.md#pools). */
const NAMESPACE = 'ce312a73-8922-4831-8fdf-3146e27a111e'

const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'
/** Tells a pool id from anything else that may stand in a path (yields.md#pool-chart). */
export const POOL_ID_PATTERN = UUID
const WHOLE = new RegExp(`^${UUID}$`)

/** The one spelling of a pool id, or `undefined` when the text is no UUID. */
export function normalizePoolId(text: string): string | undefined {
  return WHOLE.test(text) ? text.toLowerCase() : undefined
}

/** The id of a pool by its own key: what `poolIdSql` makes of it, for rows that are made here. */
export function poolIdOf(key: string): string {
  const text = key.replaceAll(/^ +| +$/g, '')
  const known = normalizePoolId(text)
  if (known !== undefined) return known
  const digest = createHash('sha1')
    .update(Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex'))
    .update(text)
    .digest('hex')
  const variant = '89ab'[Number.parseInt(digest.charAt(16), 16) % 4]
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

/** SQL that is true when a text is a UUID already, as in a file that was exported. */
export function isPoolIdSql(column: Sql): Sql {
  return sql`match(trimBoth(${column}), ${literal(`^${UUID}$`)})`
}

/** SQL of a pool's id from its own key: the UUID of version 5 of it; a UUID stays as it is. */
export function poolIdSql(column: Sql): Sql {
  const digest = sql`lower(hex(SHA1(concat(unhex(${literal(NAMESPACE.replaceAll('-', ''))}), trimBoth(${column})))))`
  // The variant's digit keeps two of its bits: 8, 9, a or b.
  const variant = sql`substring('89ab', 1 + (position('0123456789abcdef', substring(h, 17, 1)) - 1) % 4, 1)`
  const groups = [
    sql`substring(h, 1, 8)`,
    sql`substring(h, 9, 4)`,
    sql`concat('5', substring(h, 14, 3))`,
  ]
  const made = sql`concat(${joinSql(groups, sql`, '-', `)}, '-', ${variant}, substring(h, 18, 3), '-', substring(h, 21, 12))`
  // An array of one gives the digest a name, so that it is worked out once.
  return sql`if(${isPoolIdSql(column)}, lower(trimBoth(${column})), arrayMap(h -> ${made}, [${digest}])[1])`
}
