import chains from '../../../data/chains.json' with { type: 'json' }
import { DAY_SEC } from '../../../src/lib/clock.ts'
import { type Fact, identityColumns, sourceColumns } from '../../../src/store/fact.ts'
import { tableOf } from '../../../src/store/tables.ts'

/** Rows of a fact, to be made again under other names. */
export interface Copied {
  readonly fact: Fact
  /** How many times; `copy` is 1, 2 … in the SQL of the columns. */
  readonly times: number
  /** Columns that differ from the row that is copied, as SQL. */
  readonly columns: Readonly<Record<string, string>>
  readonly where?: string
}

const CHAIN_KEYS = `[${chains.map(({ key }) => `'${key}'`).join(', ')}]`

const nameEnd = "concat(' ', toString(copy))"
const idEnd = "leftPad(toString(copy), 3, '0')"

/** Words for people: `Wren Lend 7`. */
export const named = (column: string) => `concat(known.${column}, ${nameEnd})`
/** An id in words or digits: `49007`. */
export const numbered = (column: string) => `concat(known.${column}, ${idEnd})`
/** An id that is a number. */
export const counted = (column: string) => `known.${column} * 1000 + copy`
/** A pool's id stays a UUID. */
export const pooled = (column: string) =>
  `concat(leftPad(lower(hex(toUInt32(copy))), 8, '0'), substring(known.${column}, 9))`
/** A coin's address stays one. */
export const addressed = (column: string) =>
  `if(position(known.${column}, ':0x') = 0, ${numbered(column)}, concat(splitByChar(':', known.${column})[1], ':0x', lower(hex(SHA1(concat(known.${column}, ${idEnd}))))))`
/** Each copy of a chain's rows is on another one of those the service knows. */
export const moved = (column: string) =>
  `if(has(${CHAIN_KEYS}, known.${column}), ${CHAIN_KEYS}[(indexOf(${CHAIN_KEYS}, known.${column}) + 7 * copy) % ${chains.length} + 1], known.${column})`
/** Figures of all sizes. */
export const scaled = (column: string, of: string) =>
  `known.${column} * (1 + cityHash64(known.${of}, copy) % 997) / 500`

/** Of each of the last days one row, and the newest ones. */
export const recent = (nowSec: number, days: number) =>
  `atSec > ${nowSec - days * DAY_SEC} AND (atSec % ${DAY_SEC} = 0 OR atSec > ${nowSec - 7_200})`

export function copiesSql({ fact, times, columns, where = '1' }: Copied): string {
  const made = sourceColumns(fact).map((name) => `${columns[name] ?? `known.${name}`} AS ${name}`)
  return `SELECT ${made.join(', ')} FROM (
      SELECT * FROM ${tableOf(fact)} WHERE quality != 'held' AND (${where}) ORDER BY run DESC LIMIT 1 BY ${identityColumns(fact).join(', ')}
    ) AS known CROSS JOIN (SELECT number + 1 AS copy FROM numbers(${times})) AS copies`
}
