import { hash } from 'node:crypto'
import { invalidParameter } from '../lib/errors.ts'
import { parseJsonList } from '../lib/parse-json.ts'
import type { Parameter } from './parameters.ts'

/** Where a page of a list ended: the list it belongs to, and a position in it. */
export interface Cursor {
  /** Tells the list, with its filters and order, from any other. */
  readonly list: string
  /** The run that all pages of the list are read at. */
  readonly run: number
  readonly position: readonly (string | number)[]
}

/** Later than any run: the first page of a list, as the example of a cursor. */
export const NEWEST_RUN = 4_294_967_295

const MAX_LENGTH = 8_000
const CHECK_LENGTH = 8

export function encodeCursor({ list, run, position }: Cursor): string {
  const text = JSON.stringify([list, run, ...position])
  return Buffer.from(checkOf(text) + text).toString('base64url')
}

/** A cursor of the same operation; `ofList` checks of which list. Empty: the first page. */
export function cursorParameter(example?: Cursor): Parameter<Cursor | undefined> {
  return {
    describe:
      'Where to go on: the cursor of the page before, which `Link: rel="next"` holds. All pages show the data of the first one. Empty: the first page.',
    example: example === undefined ? '' : encodeCursor(example),
    schema: { type: 'string', maxLength: MAX_LENGTH },
    parse: (value, name) =>
      value === undefined || value === '' ? undefined : decodeCursor(value, name),
  }
}

/** What a place of a position is: a text, a whole number, or one of 32 bits. */
export type PlaceKind = 'text' | 'int' | 'uint32'

/** Refuses the cursor of another list, whose position would mean nothing here. */
export function ofList(
  cursor: Cursor | undefined,
  list: string,
  kinds: readonly PlaceKind[],
): Cursor | undefined {
  if (cursor === undefined) return undefined
  const { position } = cursor
  const isRight = kinds.every((kind, index) => isOfKind(position[index], kind))
  if (cursor.list === list && position.length === kinds.length && isRight) return cursor
  throw invalidParameter(
    'cursor',
    'belongs to another list, or to this one with other parameters. Ask without it for the first page.',
  )
}

function decodeCursor(text: string, name: string): Cursor {
  const [list, run, ...position] = text.length > MAX_LENGTH ? [] : parse(text)
  const isPosition = position.every((one) => typeof one === 'string' || Number.isSafeInteger(one))
  if (typeof list === 'string' && isOfKind(run, 'uint32') && isPosition)
    return { list, run: Number(run), position: position as (string | number)[] }
  throw invalidParameter(name, 'is damaged or made up. Ask without it for the first page.')
}

function isOfKind(value: unknown, kind: PlaceKind): boolean {
  if (kind === 'text') return typeof value === 'string'
  const isWhole = Number.isSafeInteger(value)
  return kind === 'int' ? isWhole : isWhole && Number(value) >= 0 && Number(value) < 2 ** 32
}

function parse(text: string): unknown[] {
  const whole = Buffer.from(text, 'base64url')
  const body = whole.toString().slice(CHECK_LENGTH)
  const isWhole = whole.toString('base64url') === text
  return isWhole && whole.toString().startsWith(checkOf(body)) ? parseJsonList(body) : []
}

function checkOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, CHECK_LENGTH)
}
