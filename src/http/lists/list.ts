import type { TSchema } from 'typebox'
import { AlmanacError, invalidParameter } from '../../lib/errors.ts'
import { suggest } from '../../lib/suggest.ts'
import { type Parameter, type Parameters, quote, whole } from '../parameters.ts'
import { selectFields } from '../select-fields.ts'
import type { Table } from '../table/table.ts'
import { choice } from './choice.ts'
import { type Cursor, cursorParameter } from './cursor.ts'
import type { Filters } from './filter.ts'
import { findList, type ListPlace, listPlaces, type PlacedColumn, withList } from './list-place.ts'
import { rowMembers } from './partial-rows.ts'
import { type Order, sortRows } from './sort-rows.ts'

const MAX_ROWS = 100_000
const MAX_FIELDS = 100
const MAX_SUGGESTED = 20
const EXAMPLE_FIELDS = 4

/** What a route says of its list besides where the rows are. */
export interface ListDeclaration {
  /** Conditions on rows, by the names of their parameters. */
  readonly filters?: Filters
}

/** A list that can be filtered, sorted and cut into pages. */
export interface List {
  readonly filters: Filters
  /** Where the rows lie, for each form of the answer. */
  readonly places: readonly ListPlace[]
  /** Names of the members that rows have. */
  readonly members: readonly string[]
}

/** An answer with the rows that were asked for, and where the next page begins. */
export interface Page {
  readonly value: unknown
  readonly nextOffset: number | undefined
}

/** What a caller may ask of a list besides its filters; all may be absent. */
interface ListQuery {
  readonly limit?: number
  readonly cursor?: Cursor
  readonly sort?: string
  readonly order?: Order
  readonly fields?: ReadonlySet<string>
}

export function makeList(table: Table, response: TSchema, { filters = {} }: ListDeclaration): List {
  const places = listPlaces(table)
  const members = places.flatMap((place) => rowMembers(response, place.members))
  return { filters, places, members: [...new Set(members)] }
}

export function listParameters({ filters, places, members }: List): Parameters {
  const columns = places.flatMap((place) => place.columns)
  const own = Object.entries(filters).map(([name, { parameter }]) => [name, parameter])
  return {
    ...Object.fromEntries(own),
    limit: whole('Number of rows to return at most. `Link` leads to the next page.', {
      min: 1,
      max: MAX_ROWS,
      byDefault: undefined,
      example: 100,
    }),
    cursor: cursorParameter,
    sort: sortParameter(columns),
    order: orderParameter,
    fields: fieldsParameter(members, columns),
  }
}

/** The rows that were asked for. Where nothing is asked the answer stays as it is. */
export function pageOf(
  value: unknown,
  { filters, places }: List,
  query: Readonly<Record<string, unknown>>,
): Page {
  const { limit, cursor, sort, order, fields } = query as ListQuery
  if (order !== undefined && sort === undefined)
    throw invalidParameter('order', 'needs `sort`, the column to order by.')
  const asked = Object.entries(filters).filter(([name]) => query[name] !== undefined)
  const isPlain = [limit, cursor, sort, fields].every((part) => part === undefined)
  const place = places.find(({ members }) => findList(value, members) !== undefined)
  if (place === undefined || (asked.length === 0 && isPlain))
    return { value, nextOffset: undefined }
  const rows = findList(value, place.members) ?? []
  const tests = asked.map(([name, filter]) => filter.test(query[name], rows))
  const found = rows.filter((row) => tests.every((test) => test(row)))
  const column = place.columns.find((candidate) => candidate.column.name === sort)
  const sorted = column === undefined ? found : sortRows(found, column.path, order)
  const offset = cursor?.offset ?? 0
  const end = limit === undefined ? sorted.length : offset + limit
  const shown = sorted.slice(offset, end).map((row) => selectFields(row, fields))
  return {
    value: withList(value, place.members, shown),
    nextOffset: end < sorted.length ? end : undefined,
  }
}

function sortParameter(columns: readonly PlacedColumn[]): Parameter<string | undefined> {
  const plain = columns.flatMap(({ column }) => (column.kind === 'json' ? [] : column))
  const names = [...new Set(plain.map(({ name }) => name))]
  return {
    describe:
      'Column to sort by. Unknown values come last, equals keep the order of the list without it.',
    example: plain.find(({ kind }) => kind === 'number')?.name ?? names[0],
    schema: { type: 'string', enum: names },
    parse: (value, name) => {
      if (value === undefined || value === '') return undefined
      return names.includes(value) ? value : refuseColumn(name, value, names)
    },
  }
}

const orderParameter = choice(
  'Direction of `sort`. Absent: texts from A to Z, all else largest and newest first.',
  ['asc', 'desc'],
  'desc',
)

/** Names that no row has are ignored, as long as one is left. */
function fieldsParameter(
  members: readonly string[],
  columns: readonly PlacedColumn[],
): Parameter<ReadonlySet<string> | undefined> {
  const plain = columns.flatMap(({ column, path }) => (column.kind === 'json' ? [] : [path[0]]))
  return {
    describe: 'Names of the members of each row to keep, comma-separated. Absent: all.',
    example: [...new Set(plain)].slice(0, EXAMPLE_FIELDS).join(','),
    schema: { type: 'string' },
    parse: (value, name) => {
      const asked = (value ?? '').split(',').filter((part) => part !== '')
      const [first] = asked
      if (first === undefined) return undefined
      if (!asked.some((field) => members.includes(field))) refuseColumn(name, first, members)
      return new Set(asked.slice(0, MAX_FIELDS))
    },
  }
}

function refuseColumn(parameter: string, asked: string, known: readonly string[]): never {
  const near = suggest(asked, known)
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
  throw new AlmanacError(
    'invalid_parameter',
    `Parameter \`${parameter}\` takes columns of this list, not ${quote(asked)}.${hint}`,
    { details: { suggestions: near.length > 0 ? near : known.slice(0, MAX_SUGGESTED) } },
  )
}
