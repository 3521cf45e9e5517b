import Type, { type Static, type TSchema } from 'typebox'
import { namedShape, shape } from '../http/schemas.ts'
import { type ColumnKind, columnOf } from '../http/table/column.ts'
import type { JsonSchema } from '../http/table/schema.ts'
import {
  readBool,
  readNumber,
  readSec,
  readText,
  readTexts,
  requireNumber,
  requireSec,
  requireText,
} from '../sources/mirror/read-value.ts'

/** Where the value of a member comes from: the column of the same name, another one, or a rule. */
type From = undefined | string | ((row: never) => unknown)

/** A member of a response: its schema, the value that documents it, and where it comes from. */
export interface Field<T extends TSchema, F extends From> {
  readonly schema: T
  readonly example: Static<T>
  readonly from: F
}

export type Fields = Readonly<Record<string, Field<TSchema, From>>>

/** A member from the column of the same name. */
export function field<T extends TSchema>(schema: T, example: Static<T>): Field<T, undefined>
/** A member from another column. */
export function field<T extends TSchema, const F extends string>(
  schema: T,
  example: Static<T>,
  from: F,
): Field<T, F>
/** A member that a rule makes of the row; it is not read back. */
export function field<T extends TSchema, Row>(
  schema: T,
  example: Static<T>,
  from: (row: Row) => Given<T>,
): Field<T, (row: Row) => Given<T>>
export function field(schema: TSchema, example: unknown, from?: From): Field<TSchema, From> {
  return { schema, example, from }
}

/** Members that rules make of one kind of row. */
export function fieldsOf<Row>() {
  return <T extends TSchema>(schema: T, example: Static<T>, rule: (row: Row) => Given<T>) =>
    field(schema, example, rule)
}

/** A value that is shown need not be one that may be changed; an optional one may be null. */
type Given<T extends TSchema> =
  | (Static<T> extends (infer Item)[] ? readonly Item[] : Static<T>)
  | (T extends { '~optional': true } ? null : never)

/** What one member needs of a row. */
type Needed<N, T extends TSchema, F> = F extends (row: infer Row) => unknown
  ? Row
  : { readonly [Column in F extends string ? F : N & string]: Given<T> }

type Intersected<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? I
  : never

type RowNeeded<M extends Fields> = Intersected<
  { [N in keyof M]: M[N] extends Field<infer T, infer F> ? Needed<N, T, F> : never }[keyof M]
>

/** Members by the columns that they are read back into. */
type Columns<M extends Fields> = {
  [N in keyof M as M[N]['from'] extends string
    ? M[N]['from']
    : M[N]['from'] extends undefined
      ? N
      : never]: ReadBack<Static<M[N]['schema']>>
}

/** What may be a number or a text is read as a text. */
type ReadBack<V> = string extends V ? Exclude<V, number> : V

type Schemas<M extends Fields> = { [N in keyof M]: M[N]['schema'] }
type Item<M extends Fields> = { [N in keyof M]: Static<M[N]['schema']> }

export interface RecordOf<M extends Fields> {
  /** The schema of each member, for responses that have more or fewer of them. */
  readonly members: Schemas<M>
  readonly schema: Type.TObject<Schemas<M>>
  readonly example: Item<M>
  /** A row as it is served. */
  item(this: void, row: RowNeeded<M>): Item<M>
  /** An item of another service as columns of the fact; `place` is where it is in the response. */
  row(this: void, item: Readonly<Record<string, unknown>>, place: string): Columns<M>
}

/** The row that a record is made from. */
export type RecordRow<R> = R extends RecordOf<infer M> ? RowNeeded<M> : never

/**
 * What is served of a row, declared once: schema, item, example, and the way back to columns of a
 * fact. `title` names the type in generated clients.
 */
export function record<const M extends Fields>(fields: M, title?: string): RecordOf<M> {
  const all = Object.entries<Field<TSchema, From>>(fields)
  const members = Object.fromEntries(all.map(([name, { schema }]) => [name, schema])) as Schemas<M>
  const example = Object.fromEntries(all.map(([name, one]) => [name, one.example])) as Item<M>
  const getters = all.map(([name, { schema, from }]) => ({
    name,
    get: getterOf(name, from),
    isOptional: Type.IsOptional(schema),
  }))
  let readers: readonly MemberReader[] | undefined
  return {
    members,
    schema: title === undefined ? shape(members) : namedShape(title, members),
    example,
    item: (row) => {
      const item: Record<string, unknown> = {}
      for (const { name, get, isOptional } of getters) {
        const value = get(row)
        if (!isOptional || (value !== null && value !== undefined)) item[name] = value
      }
      return item as Item<M>
    },
    row: (item, place) => {
      readers ??= all.flatMap(([name, { schema, from }]) =>
        typeof from === 'function' ? [] : readerOf(name, from ?? name, schema),
      )
      const row = readers.map(({ name, column, read }) => [
        column,
        read(item[name], `${place}.${name}`),
      ])
      return Object.fromEntries(row) as Columns<M>
    },
  }
}

function getterOf(name: string, from: From): (row: unknown) => unknown {
  if (typeof from === 'function') return from as (row: unknown) => unknown
  const column = from ?? name
  return (row) => (row as Readonly<Record<string, unknown>>)[column]
}

type Read = (value: unknown, place: string) => unknown

export interface MemberReader {
  readonly name: string
  readonly column: string
  readonly read: Read
}

/** Reads a member as tolerantly as all that mirrors read: its schema says what it is. */
export function readerOf(name: string, column: string, schema: TSchema): MemberReader {
  return { name, column, read: readOf(name, schema) }
}

/** How a value that may be null is read, and one that must be there. */
const READERS: Partial<Record<ColumnKind, readonly [orNull: Read, required: Read]>> = {
  text: [readText, requireText],
  number: [readNumber, requireNumber],
  integer: [readNumber, requireNumber],
  // Services leave out flags that are not set.
  boolean: [readBool, (value, place) => readBool(value, place) ?? false],
}

function readOf(name: string, schema: JsonSchema & TSchema): Read {
  const { kind, time, schemas } = columnOf(name, [schema])
  if (kind === 'json' && schemas.every(({ type }) => type === 'array')) return readTexts
  const isNumber = schemas.every(({ type }) => type !== 'string')
  const ofTime: readonly [Read, Read] =
    time === 'seconds' && isNumber ? [readSec, requireSec] : [readText, requireText]
  const readers = kind === 'time' ? ofTime : READERS[kind]
  if (readers === undefined)
    throw new Error(`There is no way back from the member ${name}: give it a rule instead.`)
  const [orNull, required] = readers
  const mayBeNull = Type.IsOptional(schema) || (schema.anyOf ?? []).some(isNull)
  return mayBeNull ? orNull : required
}

function isNull({ type }: JsonSchema): boolean {
  return type === 'null'
}
