import Type, { type TSchema } from 'typebox'
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
