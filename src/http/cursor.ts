import { invalidParameter } from '../lib/errors.ts'
import { type Parameter, quote } from './parameters.ts'

/** Where a page of a list ended: the list it belongs to, and a position in it. */
export interface Cursor {
  readonly list: string
  /** The run that all pages of the list are read at. */
  readonly run: number
  readonly position: readonly (string | number)[]
}

const MAX_LENGTH = 8_000

export function encodeCursor({ list, run, position }: Cursor): string {
  return Buffer.from(JSON.stringify([list, run, ...position])).toString('base64url')
}

/** A cursor that a page of the same operation gave; whose list it is of is checked by `ofList`. */
export function cursorParameter(example: Cursor): Parameter<Cursor | undefined> {
  return {
    describe: 'Where to go on: the cursor of the page before, which `Link: rel="next"` holds.',
    example: encodeCursor(example),
    schema: { type: 'string', maxLength: MAX_LENGTH },
    parse: (value, name) =>
      value === undefined || value === '' ? undefined : decodeCursor(value, name),
  }
}

/** Refuses the cursor of another list, whose position would mean nothing here. */
export function ofList(cursor: Cursor | undefined, list: string, places: number): typeof cursor {
  if (cursor === undefined || (cursor.list === list && cursor.position.length === places))
    return cursor
  throw invalidParameter('cursor', 'belongs to another list. Ask for the first page without it.')
}

function decodeCursor(text: string, name: string): Cursor {
  const [list, run, ...position] = text.length > MAX_LENGTH ? [] : parse(text)
  const isPosition = position.every((one) => typeof one === 'string' || Number.isSafeInteger(one))
  if (typeof list === 'string' && isRun(run) && isPosition)
    return { list, run, position: position as (string | number)[] }
  throw invalidParameter(name, `is not one that this service gave, but ${quote(text)}.`)
}

function isRun(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 32
}

function parse(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
