import { facts } from '../../src/app.ts'
import { DAY_SEC, dayStart, toSec } from '../../src/lib/clock.ts'
import { identifier, identifiers, joinSql, literal, type Sql, sql } from '../../src/lib/sql.ts'
import { type Fact, identityColumns, sourceColumns } from '../../src/store/fact.ts'
import { tableOf } from '../../src/store/tables.ts'

/** What reads the rows behind a response: the engine writes them for comparison, one after the other. */
export type Reads = Sql | readonly Sql[]
export type Rows = Reads | ((key: string) => Reads)

/** A response that is measured: one row of the table. */
export interface Route {
  /** With `{key}` where each request has another key; without, the same response several times. */
  readonly path: string
  readonly rows: Rows
  /** What the keys are: a list, or SQL with a column `key`; the same ones at every size. */
  readonly keys?: readonly string[] | Sql
  /** What the report calls it, if not by its path. */
  readonly what?: string
  /** It does not grow with the table, so that the smaller world is not much faster. */
  readonly isFixed?: true
  /** Bytes that it has at least, where few would mean that it is empty. */
  readonly minBytes?: number
  /** Its limit is so many times the engine's own time, each at its 95th percentile. */
  readonly p95Times?: number
  /** The event loop is blocked for no longer meanwhile. */
  readonly maxBlockMs?: number
}

/** Rows that are imported before a response which was requested earlier. */
export interface Commit {
  readonly what: string
  readonly fact: string
  /** What differs from the newest row of each key; another round has other figures. */
  readonly columns: (round: number) => Readonly<Record<string, Sql>>
  /** Which of the newest rows; all of them unless told otherwise. */
  readonly where?: Sql
  readonly limit?: number
  readonly responses: readonly Pick<Route, 'path' | 'rows' | 'minBytes'>[]
}

/** The routes of a domain, measured in one service. */
export interface Domain {
  readonly name: string
  /** What its responses are made of; their rows are counted. */
  readonly facts: readonly string[]
  /** The first responses after a start, which load states. */
  readonly first: readonly string[]
  readonly routes: readonly Route[]
  readonly commits: readonly Commit[]
}

export const NOW_SEC = toSec(Date.now())
export const TODAY_SEC = dayStart(NOW_SEC)

export function factNamed(name: string): Fact {
  const found = facts.find((fact) => fact.name === name)
  if (found === undefined) throw new Error(`There is no fact ${name}.`)
  return found
}

export const table = (fact: string): Sql => tableOf(factNamed(fact))

export const is = (column: string, value: string): Sql =>
  sql`${identifier(column)} = ${literal(value)}`
/** The column has a value that another fact has. */
export const among = (column: string, fact: string, other: Sql, where = sql`1`): Sql =>
  sql`${identifier(column)} IN (SELECT ${other} FROM ${table(fact)} WHERE ${where})`
export const since = (days: number): Sql => sql`atSec > ${NOW_SEC - days * DAY_SEC}`

/** Rows as they are. */
export function rowsOf(
  fact: string,
  where = sql`1`,
  columns = sourceColumns(factNamed(fact)),
): Sql {
  return sql`SELECT ${identifiers(columns)} FROM ${table(fact)} WHERE ${where}`
}

/** Figures added up by the day and some columns. */
export function daysOf(fact: string, by: readonly string[], where = sql`1`): Sql {
  const { values } = factNamed(fact)
  const group = identifiers(['day', ...by])
  const figures = Object.keys(values).filter((name) => values[name]?.kind === 'float')
  const sums = joinSql(figures.map((name) => sql`sum(${identifier(name)})`))
  return sql`SELECT ${group}, ${sums} FROM (SELECT *, intDiv(atSec, ${DAY_SEC}) AS day FROM ${table(fact)} WHERE ${where}) GROUP BY ${group} ORDER BY day`
}

/** The newest values of each thing. */
export function newestRowsOf(fact: string, where = sql`1`): Sql {
  const declared = factNamed(fact)
  const key = identifiers(Object.keys(declared.key))
  const values = identifiers(Object.keys(declared.values))
  return sql`SELECT ${key}, argMax((${values}), atSec) AS newest FROM ${table(fact)} WHERE ${where} GROUP BY ${key}`
}

/** Some values of a column, always the same ones. */
export function keysOf(fact: string, column: Sql, count: number, where = sql`1`): Sql {
  return sql`SELECT DISTINCT ${column} AS key FROM ${table(fact)} WHERE ${where} ORDER BY cityHash64(key), key LIMIT ${count}`
}

/** Each key's newest row again, a second later each round. */
export const later = (round: number): Record<string, Sql> => ({ atSec: sql`${NOW_SEC + round}` })

/** The newest row of each key with another figure. */
export const revised =
  (column: string) =>
  (round: number): Record<string, Sql> => ({
    [column]: sql`known.${identifier(column)} * ${1 + (round + 1) / 1000}`,
  })

/** Both: a new row of every key. */
export const renewed =
  (column: string) =>
  (round: number): Record<string, Sql> => ({ ...later(round), ...revised(column)(round) })

/** Rows that are the newest of their key. */
export function isNewest(fact: Fact): Sql {
  if (fact.time === undefined) return sql`1`
  const key = identifiers(identityColumns(fact).filter((name) => name !== fact.time))
  const time = identifier(fact.time)
  return sql`(${key}, ${time}) IN (SELECT ${key}, max(${time}) FROM ${tableOf(fact)} GROUP BY ${key})`
}
