import type { TSchema } from 'typebox'
import { AlmanacError, invalidParameter } from '../../lib/errors.ts'
import { suggest } from '../../lib/suggest.ts'
import { type Cursor, cursorParameter } from '../cursor.ts'
import { oneOf, type Parameter, type Parameters, quote, whole } from '../parameters.ts'
import { selectFields } from '../select-fields.ts'
import type { Table } from '../table/table.ts'
import type { Filters } from './filter.ts'
import { findList, type ListPlace, listPlaces, type PlacedColumn, withList } from './list-place.ts'
import { offsetOf } from './page-start.ts'
import { rowMembers } from './partial-rows.ts'
import { type Order, sortRows } from './sort-rows.ts'
import { type Spark, sparkParameter, withSparks } from './spark.ts'

const MAX_ROWS = 100_000
const MAX_FIELDS = 100
const MAX_SUGGESTED = 20
const EXAMPLE_FIELDS = 4

/** What a route says of its list besides where the rows are. */
export interface ListDeclaration<Context> {
  /** Conditions on rows, by the names of their parameters. */
  readonly filters?: Filters
  /** Its rows have short lines of daily values, where `spark` asks for them. */
  readonly spark?: Spark<Context>
  /** Members that rows have only where a parameter requests them, and its name. */
  readonly onRequest?: Readonly<Record<string, string>>
}

/** A list that can be filtered, sorted and cut into pages. */
export interface List<Context> {
  readonly filters: Filters
  readonly spark: Spark<Context> | undefined
  readonly onRequest: Readonly<Record<string, string>>
  /** Where the rows are, for each form of the response. */
  readonly places: readonly ListPlace[]
  /** Names of the members that rows have. */
  readonly members: readonly string[]
}

/** A response with the rows that were requested, and where the next page begins. */
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
  readonly spark?: number
}

export function makeList<Context>(
  table: Table,
  response: TSchema,
  { filters = {}, spark, onRequest = {} }: ListDeclaration<Context>,
): List<Context> {
  const places = listPlaces(table)
  const members = places.flatMap((place) => rowMembers(response, place.members))
  return {
    filters,
    spark,
    onRequest: { ...onRequest, ...(spark === undefined ? {} : { spark: 'spark' }) },
    places,
    members: [...new Set(members)],
  }
}

export function listParameters<Context>(list: List<Context>): Parameters {
  const { filters, spark, places, members } = list
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
    cursor: cursorParameter(),
    sort: sortParameter(places),
    order: orderParameter,
    fields: fieldsParameter(members, columns),
    ...(spark === undefined ? {} : { spark: sparkParameter(spark.describe) }),
  }
}

/** The rows that were requested. Where nothing is asked the response stays as it is. */
export async function pageOf<Context>(
  value: unknown,
  list: List<Context>,
  query: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Page> {
  const { limit, cursor, sort, order, fields, spark: days } = query as ListQuery
  if (order !== undefined && sort === undefined)
    throw invalidParameter('order', 'needs `sort`, the column to order by.')
  const isFiltered = Object.keys(list.filters).some((name) => query[name] !== undefined)
  const isPlain = [limit, cursor, sort, fields, days].every((part) => part === undefined)
  const place = isPlain && !isFiltered ? undefined : findPlace(value, list.places)
  if (place === undefined) return { value, nextOffset: undefined }
  const rows = selectRows(place, list, query)
  const offset = offsetOf(cursor)
  const end = limit === undefined ? rows.length : offset + limit
  const page = rows.slice(offset, end)
  const { spark } = list
  const lined =
    spark === undefined || days === undefined ? page : await withSparks(page, days, spark, context)
  const kept = fields && keptMembers(list, query)
  const shown = lined.map((row) => selectFields(row, kept))
  return {
    value: withList(value, place.members, shown),
    nextOffset: end < rows.length ? end : undefined,
  }
}

interface FoundPlace extends ListPlace {
  readonly rows: readonly unknown[]
}

/** The list of the form that a response has. */
function findPlace(value: unknown, places: readonly ListPlace[]): FoundPlace | undefined {
  for (const place of places) {
    const rows = findList(value, place.members)
    if (rows !== undefined) return { ...place, rows }
  }
  return undefined
}

/** The rows that meet the conditions, in the order that was requested. */
function selectRows<Context>(
  { rows, columns }: FoundPlace,
  list: List<Context>,
  query: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  const { sort, order } = query as ListQuery
  const tests = Object.entries(list.filters).flatMap(([name, filter]) =>
    query[name] === undefined ? [] : filter.test(query[name], rows),
  )
  const found = rows.filter((row) => tests.every((test) => test(row)))
  if (sort === undefined) return found
  requireRequested(list, sort, query)
  const column = columns.find((candidate) => candidate.column.name === sort)
  return column === undefined
    ? refuseColumn('sort', sort, sortable(columns))
    : sortRows(found, column, order)
}

/** The members that rows have: those of `fields`, and those that another parameter requests. */
export function keptMembers<Context>(
  { members, onRequest }: Pick<List<Context>, 'members' | 'onRequest'>,
  query: Readonly<Record<string, unknown>>,
): ReadonlySet<string> | undefined {
  const { fields } = query as ListQuery
  const extra = Object.entries(onRequest)
  if (fields === undefined && extra.length === 0) return undefined
  const kept = new Set(fields ?? members)
  for (const [member, parameter] of extra)
    if (isAsked(query[parameter], member)) kept.add(member)
    else kept.delete(member)
  return kept
}

function isAsked(value: unknown, member: string): boolean {
  return value instanceof Set ? value.has(member) : value !== undefined
}

/** A column that rows have on request alone cannot be sorted by without asking for it. */
function requireRequested<Context>(
  { onRequest }: List<Context>,
  sort: string,
  query: Readonly<Record<string, unknown>>,
): void {
  const parameter = onRequest[sort]
  if (parameter !== undefined && !isAsked(query[parameter], sort))
    throw invalidParameter('sort', `needs \`${parameter}=${sort}\`, which adds that column.`)
}

/** Names of the columns that have one value in each row. */
function sortable(columns: readonly PlacedColumn[]): string[] {
  const plain = columns.flatMap(({ column }) => (column.kind === 'json' ? [] : column.name))
  return [...new Set(plain)]
}

function sortParameter(places: readonly ListPlace[]): Parameter<string | undefined> {
  const names = sortable(places.flatMap(({ columns }) => columns))
  // An example must fit every form of the response.
  const shared = (places[0]?.columns ?? []).filter(({ column: { name } }) =>
    places.every(({ columns }) => sortable(columns).includes(name)),
  )
  return {
    describe:
      'Column to sort by. Unknown values come last, equals keep the order of the list without it.',
    example:
      shared.find(({ column }) => column.kind === 'number')?.column.name ??
      shared[0]?.column.name ??
      names[0],
    schema: { type: 'string', enum: names },
    parse: (value, name) => {
      if (value === undefined || value === '') return undefined
      return names.includes(value) ? value : refuseColumn(name, value, names)
    },
  }
}

const orderParameter = oneOf(
  'Direction of `sort`. Absent: texts from A to Z, all else largest and newest first.',
  ['asc', 'desc'],
  undefined,
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
