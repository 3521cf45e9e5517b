import chains from '../../../data/chains.json' with { type: 'json' }
import { at } from '../../../src/lib/at.ts'
import { DAY_SEC } from '../../../src/lib/clock.ts'
import { identifier, identifiers, joinSql, literal, type Sql, sql } from '../../../src/lib/sql.ts'
import { type Fact, identityColumns, sourceColumns } from '../../../src/store/fact.ts'
import { tableOf } from '../../../src/store/tables.ts'

/** Rows of a fact, to be made again under other names. */
export interface Copied {
  readonly fact: Fact
  /** How many times; `copy` is 1, 2 … in the SQL of the columns. */
  readonly times: number
  /** Columns that differ from the row that is copied, as SQL. */
  readonly columns: Readonly<Record<string, Sql>>
  readonly where?: Sql
  /** Of a large fact, only the rows of one part of so many, by their first column. */
  readonly slice?: readonly [index: number, count: number]
}

const CHAIN_KEYS = sql`[${joinSql(chains.map(({ key }) => literal(key)))}]`

const nameEnd = sql`concat(' ', toString(copy))`
const idEnd = sql`leftPad(toString(copy), 3, '0')`

/** Words for people: `Wren Lend 7`. */
export const named = (column: string) => sql`concat(known.${identifier(column)}, ${nameEnd})`
/** An id in words or digits: `49007`. */
export const numbered = (column: string) => sql`concat(known.${identifier(column)}, ${idEnd})`
/** An id that is a number. */
export const counted = (column: string) => sql`known.${identifier(column)} * 1000 + copy`
/** A pool's id stays a UUID. */
export const pooled = (column: string) =>
  sql`concat(leftPad(lower(hex(toUInt32(copy))), 8, '0'), substring(known.${identifier(column)}, 9))`
/** A coin's address stays one. */
export const addressed = (column: string) =>
  sql`if(position(known.${identifier(column)}, ':0x') = 0, ${numbered(column)}, concat(splitByChar(':', known.${identifier(column)})[1], ':0x', lower(hex(SHA1(concat(known.${identifier(column)}, ${idEnd}))))))`
/** Each copy of a chain's rows is on another one of those the service knows. */
export const moved = (column: string) =>
  sql`if(has(${CHAIN_KEYS}, known.${identifier(column)}), ${CHAIN_KEYS}[(indexOf(${CHAIN_KEYS}, known.${identifier(column)}) + 7 * copy) % ${chains.length} + 1], known.${identifier(column)})`
/** A hash or an address that stays one. */
export const hashed = (column: string, digits: 40 | 64) =>
  sql`concat('0x', substring(lower(hex(SHA256(concat(known.${identifier(column)}, ${idEnd})))), 1, ${digits}))`
/** The same row before all that is known, so many days and twice as many … */
export const earlier = (days: number) => sql`known.atSec - copy * ${days * DAY_SEC}`
/** Figures of all sizes. */
export const scaled = (column: string, of: string) =>
  sql`known.${identifier(column)} * (1 + cityHash64(known.${identifier(of)}, copy) % 997) / 500`

/** Of each of the last days one row, and the newest ones. */
export const recent = (nowSec: number, days: number) =>
  sql`atSec > ${nowSec - days * DAY_SEC} AND (atSec % ${DAY_SEC} = 0 OR atSec > ${nowSec - 7_200})`

export function copiesSql({ fact, times, columns, where = sql`1`, slice = [0, 1] }: Copied): Sql {
  const [index, count] = slice
  const isInSlice = sql`cityHash64(${identifier(at(identityColumns(fact), 0))}) % ${count} = ${index}`
  const made = sourceColumns(fact).map(
    (name) => sql`${columns[name] ?? sql`known.${identifier(name)}`} AS ${identifier(name)}`,
  )
  return sql`SELECT ${joinSql(made)} FROM (
      SELECT * FROM ${tableOf(fact)} WHERE quality != 'held' AND (${where}) AND ${isInSlice} ORDER BY run DESC LIMIT 1 BY ${identifiers(identityColumns(fact))}
    ) AS known CROSS JOIN (SELECT number + 1 AS copy FROM numbers(${times})) AS copies`
}
