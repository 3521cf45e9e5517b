import Type from 'typebox'
import { at } from '../../lib/at.ts'
import type { Fact } from '../../store/fact.ts'
import { onDayOf } from '../../store/row-filter.ts'
import { listRows, type VersionedRow } from '../../store/row-versions.ts'
import { cursorParameter, encodeCursor, NEWEST_RUN, ofList } from '../cursor.ts'
import { integer, string } from '../described.ts'
import { oneOf, optionalStartTime, optionalUnixTime, text, whole } from '../parameters.ts'
import { COMMON_QUERY } from '../responses/parse-request.ts'
import { defineMetaRoute } from '../route.ts'
import { shape } from '../schemas.ts'
import { withNextPage } from '../with-headers.ts'
import { getNamedFact, KEY_COLUMNS, keyColumns, kindsOf } from './fact-parameters.ts'
import { describeRows, rowExample, rowShape } from './row-shapes.ts'

const query = {
  at: optionalUnixTime('Only rows of the UTC day that this timestamp lies in, Unix seconds.'),
  start: optionalStartTime('Earliest valid time, Unix seconds.'),
  end: optionalUnixTime('Latest valid time, Unix seconds.'),
  order: oneOf(
    'Order of the rows by key and time: `desc` has the newest of each key first.',
    ['desc', 'asc'],
    'desc',
  ),
  asOf: COMMON_QUERY.asOf,
  limit: whole('Most rows to return.', { min: 1, max: 1_000, byDefault: 100, example: 100 }),
  cursor: cursorParameter({ list: 'facts:tvl', run: NEWEST_RUN, position: ['~', '', '', 0] }),
}

export const listFactRows = defineMetaRoute({
  id: 'meta.listFactRows',
  summary: 'Rows of a fact with all their versions',
  describe:
    'Every version of every row, held ones too: what it says, how sure it is, which run of which source brought it and when. Columns of the key narrow it, `at`, `start` and `end` the valid time, `asOf` what was known. Pages are all of one state of the data, however much comes in meanwhile.',
  paths: { free: '/meta/facts/{fact}' },
  params: { fact: text('Name of a fact.', 'tvl') },
  query,
  otherQuery: KEY_COLUMNS,
  headers: { Link: 'URL of the next page, `rel="next"`; absent on the last one.' },
  response: shape({
    fact: string('Name of the fact'),
    run: integer('Newest run that was known'),
    rows: Type.Array(rowShape, { description: 'In the order of key and time' }),
  }),
  example: { fact: 'tvl', run: 12, rows: [rowExample] },
  table: 'rows[]<key,atSec>.versions[]',
  reads: [],
  cached: false,
  handler: async ({ params, query: asked, given }, { snapshot }, services) => {
    const fact = getNamedFact(services, params.fact)
    const list = `facts:${fact.name}`
    const cursor = ofList(asked.cursor, list, kindsOf(fact, fact.order))
    const run = Math.min(cursor?.run ?? snapshot.run, snapshot.run)
    const columns = keyColumns(fact, given, query)
    const filter =
      asked.at === undefined
        ? { columns, fromSec: asked.start, toSec: asked.end }
        : onDayOf({ columns }, asked.at)
    const { rows, isComplete } = await listRows(services.store.snapshotOf(run), fact, {
      filter,
      limit: asked.limit,
      descending: asked.order === 'desc',
      after: cursor?.position,
    })
    const body = { fact: fact.name, run, rows: await describeRows(rows, services) }
    if (isComplete) return body
    const next = encodeCursor({ list, run, position: positionOf(fact, at(rows, rows.length - 1)) })
    return withNextPage(body, given, { cursor: next })
  },
})

function positionOf(fact: Fact, { key, atSec }: VersionedRow): (string | number)[] {
  return fact.order.map((column) => (column === fact.time ? (atSec ?? 0) : (key[column] ?? '')))
}
