import { invalidParameter, notFound } from '../../lib/errors.ts'
import { toSlug } from '../../lib/slug.ts'
import { suggest } from '../../lib/suggest.ts'
import { decimal, flag, optionalUnixTime, type Parameter, quote } from '../parameters.ts'
import { valueAt } from './list-place.ts'
import { secOf } from './times.ts'

const MAX_NAMES = 100
const MAX_NAME_LENGTH = 200
const MAX_NUMBER = 1e15

/** A condition on the rows of a list: its parameter, and the test that a value of it makes. */
export interface Filter {
  readonly parameter: Parameter<unknown>
  /** `rows` are all rows of the list, so that a name none of them has can be refused. */
  test(asked: unknown, rows: readonly unknown[]): (row: unknown) => boolean
}

export type Filters = Readonly<Record<string, Filter>>

/** Names, comma-separated; absent means that there is no condition. */
export function names(describe: string, example: string): Parameter<readonly string[] | undefined> {
  return {
    describe,
    example,
    schema: { type: 'string' },
    parse: (value, name) => {
      const asked = (value ?? '').split(',').flatMap((part) => part.trim() || [])
      if (asked.length > MAX_NAMES)
        throw invalidParameter(name, `takes at most ${MAX_NAMES} names, not ${asked.length}.`)
      const long = asked.find((text) => text.length > MAX_NAME_LENGTH)
      const most = `takes names of at most ${MAX_NAME_LENGTH} characters`
      if (long !== undefined) throw invalidParameter(name, `${most}, not ${quote(long)}.`)
      return asked.length === 0 ? undefined : asked
    },
  }
}

/** Whether a thing is called by one of some names, in any case and spelling of spaces. */
export function nameFilter(
  columns: string | readonly string[] | ((row: unknown) => unknown),
  describe: string,
  example: string,
): Filter {
  const parameter = names(`${describe}, comma-separated; any case.`, example)
  const texts = (row: unknown) =>
    typeof columns === 'function'
      ? textsOf(columns(row))
      : [columns].flat().flatMap((column) => textsOf(valueAt(row, [column])))
  return {
    parameter,
    test: (asked, rows) => {
      const known = new Map(rows.flatMap(texts).map((text) => [toSlug(text), text]))
      const wanted = new Set((asked as string[]).map((text) => knownName(text, known)))
      return (row) => texts(row).some((text) => wanted.has(toSlug(text)))
    },
  }
}

/** A number that is known and at least so much. */
export function minFilter(
  column: string | ((row: unknown) => unknown),
  describe: string,
  example: number,
): Filter {
  const read = typeof column === 'string' ? (row: unknown) => valueAt(row, [column]) : column
  const range = { min: -MAX_NUMBER, max: MAX_NUMBER, example }
  return {
    parameter: decimal(`${describe}; rows where it is not known are left out.`, range),
    test: (asked) => (row) => {
      const value = read(row)
      return typeof value === 'number' && value >= (asked as number)
    },
  }
}

/** `true` or `false`; absent means that either will do. */
export function flagFilter(column: string, describe: string, example = true): Filter {
  return {
    parameter: { ...eitherFlag(describe), example },
    test: (asked) => (row) => valueAt(row, [column]) === asked,
  }
}

export function eitherFlag(describe: string): Parameter<boolean | undefined> {
  const strict = flag(describe)
  return {
    ...strict,
    schema: { type: 'boolean' },
    parse: (value, name) =>
      value === undefined || value === '' ? undefined : strict.parse(value, name),
  }
}

/** Rows whose time is at or shortly after (`start`), or at or before it (`end`). */
export function timeFilters(column: string): { start: Filter; end: Filter } {
  const filter = (
    parameter: Parameter<unknown>,
    isWithin: (sec: number, limitSec: number) => boolean,
  ) => ({
    parameter,
    test: (asked: unknown) => (row: unknown) => {
      const sec = secOf(valueAt(row, [column]))
      return sec !== undefined && isWithin(sec, asked as number)
    },
  })
  const from = optionalUnixTime('Only rows at or after this time.', 3_000)
  return {
    start: filter(from, (sec, fromSec) => sec >= fromSec),
    end: filter(optionalUnixTime('Only rows at or before this time.'), (sec, to) => sec <= to),
  }
}

function textsOf(cell: unknown): string[] {
  if (typeof cell === 'string') return [cell]
  return Array.isArray(cell) ? cell.filter((part) => typeof part === 'string') : []
}

/** The slug of a name that some row has; 404 with near names for any other. */
function knownName(text: string, known: ReadonlyMap<string, string>): string {
  const slug = toSlug(text)
  if (known.has(slug)) return slug
  throw notFound(`Nothing in this list is called ${quote(text)}.`, suggest(text, known.values()))
}
