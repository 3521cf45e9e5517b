import { type Sql, sql } from '../lib/sql.ts'
/** What a column of a fact holds: its types in SQL and TypeScript, and bounds for imports. */
export interface Column<T> {
  readonly kind: 'text' | 'word' | 'float' | 'int' | 'digits' | 'bool' | 'texts'
  readonly sqlType: Sql
  readonly nullable: boolean
  readonly min: number | undefined
  readonly max: number | undefined
  readonly describe: string
  /**
   * SQL of the value where a file gives none, which may name other columns of the row; undefined:
   * a file must give one, or it is NULL.
   */
  readonly absent: Sql | undefined
  /** Never present: carries the TypeScript type of a value. */
  readonly valueType?: T
}

export type Columns = Record<string, Column<unknown>>
export type ValueOf<C> = C extends Column<infer T> ? T : never

interface Bounds {
  min?: number
  max?: number
}

const MAX_TEXT = 20_000

function column<T>(
  kind: Column<T>['kind'],
  sqlType: Sql,
  describe: string,
  bounds: Bounds = {},
): Column<T> {
  const { min, max } = bounds
  return { kind, sqlType, nullable: false, min, max, describe, absent: undefined }
}

/** The column types of facts. `word` has few distinct values, kept in a dictionary. */
export const t = {
  text: (describe: string, bounds: Bounds = {}) =>
    column<string>('text', sql`String`, describe, { max: MAX_TEXT, ...bounds }),
  word: (describe: string, bounds: Bounds = {}) =>
    column<string>('word', sql`LowCardinality(String)`, describe, { max: 200, ...bounds }),
  float: (describe: string, bounds: Bounds = {}) =>
    column<number>('float', sql`Float64`, describe, bounds),
  int: (describe: string, bounds: Bounds = {}) =>
    column<number>('int', sql`Int64`, describe, bounds),
  /** A whole number up to 2^256 − 1, such as an amount in a token's smallest unit; kept as text. */
  digits: (describe: string) => column<string>('digits', sql`String`, describe),
  bool: (describe: string) => column<boolean>('bool', sql`Bool`, describe),
  /** A file may leave a list out: it is empty then. */
  texts: (describe: string) =>
    withDefault(
      column<string[]>('texts', sql`Array(String)`, describe),
      sql`CAST([], 'Array(String)')`,
    ),
}

/** Its type without the dictionary of the fact's own table. */
export function plainType({ kind, nullable, sqlType }: Column<unknown>): Sql {
  if (kind !== 'word') return sqlType
  return nullable ? sql`Nullable(String)` : sql`String`
}

/** The same column, but a value may be missing; it is then `null`, never 0. */
export function orNull<T>(base: Column<T>): Column<T | null> {
  const sqlType =
    base.kind === 'word' ? sql`LowCardinality(Nullable(String))` : sql`Nullable(${base.sqlType})`
  return { ...base, nullable: true, sqlType }
}

/** The same column, but a file may leave it out; `absent` is SQL of the value it then has. */
export function withDefault<T>(base: Column<T>, absent: Sql): Column<T> {
  return { ...base, absent }
}

/** A flag that a file may leave out: it is false then. */
export function orFalse(base: Column<boolean>): Column<boolean> {
  return withDefault(base, sql`false`)
}
