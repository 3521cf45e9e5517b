import Type from 'typebox'
import { invalidParameter } from '../../lib/errors.ts'
import { SQL_FORMAT_NAMES, SQL_FORMATS, type SqlFormat } from '../../sql/formats.ts'
import type { SqlRequest } from '../../sql/sql.ts'
import type { SqlParams } from '../../store/engine.ts'
import { boolean, string } from '../described.ts'
import { optionalTimestamp } from '../parameters.ts'
import { RawBody } from '../raw-body.ts'
import { defineMetaRoute } from '../route.ts'
import { mapOf, namedShape, shape } from '../schemas.ts'
import { WithHeaders } from '../with-headers.ts'

const asOfTimestamp = optionalTimestamp(
  'Views as they were known at this time: Unix seconds or ISO 8601',
)
const scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])

type Statement = Omit<SqlRequest, 'caller' | 'signal'>

const postSql = defineMetaRoute({
  id: 'sql.postSql',
  summary: 'One SELECT over the facts',
  describe:
    'Runs one read-only `SELECT` (or `EXPLAIN SELECT`) in the dialect of ClickHouse. Every fact of `GET /meta/datasets` is a view of its name that shows the present, or with `asOf` the past; `<fact>_versions` shows all versions. Values are bound as `{name:Type}`. With `format` csv, ndjson, arrow or parquet the response has that type instead of JSON. Time, memory, rows and the number of statements at once are limited; docs/sql.md has the limits, the functions and ten worked questions.',
  paths: { pro: '/sql' },
  methods: { pro: ['POST'] },
  body: {
    schema: shape({
      query: string('The statement'),
      parameters: Type.Optional(
        mapOf(
          Type.Union([scalar, Type.Array(scalar)]),
          'Values of the `{name:Type}` in the statement, by name',
        ),
      ),
      asOf: Type.Optional(
        Type.Union([Type.String(), Type.Number()], { description: asOfTimestamp.describe }),
      ),
      format: Type.Optional(
        Type.String({ enum: SQL_FORMAT_NAMES, description: 'Form of the response; absent: json' }),
      ),
      explain: Type.Optional(boolean('Show the plan of the engine instead of the result')),
    }),
    example: {
      query:
        'SELECT name, category FROM protocols WHERE category = {category:String} ORDER BY name LIMIT 3',
      parameters: { category: 'Dexs' },
    },
  },
  response: namedShape('SqlResult', {
    columns: Type.Array(
      shape({
        name: string('Name of the column'),
        type: string('Type in the dialect of ClickHouse'),
      }),
      { description: 'Columns of the result' },
    ),
    rows: Type.Array(Type.Array(Type.Unknown()), {
      description: 'One array of values per row, in the order of the columns',
    }),
  }),
  otherMediaTypes: Object.values(SQL_FORMATS)
    .map(({ contentType }) => contentType)
    .filter((type) => !type.startsWith('application/json')),
  headers: { 'X-As-Of-Run': 'Newest run that the result knows of' },
  example: {
    columns: [
      { name: 'name', type: 'String' },
      { name: 'category', type: 'LowCardinality(String)' },
    ],
    rows: [['Example Swap', 'Dexs']],
  },
  reads: [],
  cached: false,
  handler: async ({ body }, context, { sql }) => {
    const statement = parseStatement(body, context.asOfMs)
    const { bytes, contentType, run } = await sql.run({
      ...statement,
      caller: context.caller,
      signal: context.clientGone(),
    })
    // The response to `?asOf=` has the header already.
    const headers = context.asOfMs === undefined ? { 'X-As-Of-Run': String(run) } : {}
    return new WithHeaders(new RawBody(bytes, contentType), headers)
  },
})

function parseStatement(body: unknown, asOfMs: number | undefined): Statement {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw invalidParameter('query', 'is missing: send it as text in a JSON object.')
  const {
    query,
    parameters = {},
    asOf,
    format = 'json',
    explain = false,
    ...rest
  } = body as Record<string, unknown>
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    throw invalidParameter(unknown, 'is not one of query, parameters, asOf, format and explain.')
  if (typeof query !== 'string') throw invalidParameter('query', 'must be a text.')
  if (typeof explain !== 'boolean') throw invalidParameter('explain', 'must be true or false.')
  return {
    query,
    parameters: parseParameters(parameters),
    asOfMs: parseAsOf(asOf, asOfMs),
    format: parseFormat(format),
    explain,
  }
}

function parseAsOf(given: unknown, inQuery: number | undefined): number | undefined {
  if (given === undefined || given === null) return inQuery
  if (inQuery !== undefined) throw invalidParameter('asOf', 'is given twice.')
  return asOfTimestamp.parse(String(given), 'asOf')
}

function parseFormat(given: unknown): SqlFormat {
  const format = SQL_FORMAT_NAMES.find((known) => known === given)
  if (format === undefined)
    throw invalidParameter('format', `must be one of ${SQL_FORMAT_NAMES.join(', ')}.`)
  return format
}

function parseParameters(given: unknown): SqlParams {
  const isScalar = (value: unknown) =>
    value === null || ['string', 'number', 'boolean'].includes(typeof value)
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    throw invalidParameter('parameters', 'must be an object of values by name.')
  for (const [name, value] of Object.entries(given))
    if (!isScalar(value) && !(Array.isArray(value) && value.every(isScalar)))
      throw invalidParameter(
        `parameters.${name}`,
        'must be a text, a number, a flag, null or a list.',
      )
  return given as SqlParams
}

export const sqlRoutes = [postSql]

export const sqlTopic = {
  name: 'sql',
  description: 'Queries of your own over all facts, in SQL.',
}
