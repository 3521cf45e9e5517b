import Type from 'typebox'
import { DAY_SEC, dayStart } from '../../lib/clock.ts'
import { identifier, identifiers, sql } from '../../lib/sql.ts'
import type { Fact } from '../../store/fact.ts'
import { type Condition, filterSql, onDayOf, type RowFilter } from '../../store/row-filter.ts'
import { countVersions, listNewestRows, type RowPage } from '../../store/row-versions.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { boolean, integer, nullableText, string } from '../described.ts'
import { optionalUnixTime, text, whole } from '../parameters.ts'
import { COMMON_QUERY } from '../responses/parse-request.ts'
import { defineMetaRoute, type MetaServices, type RequestContext } from '../route.ts'
import { mapOf, shape } from '../schemas.ts'
import {
  OPERATION_PARAMETERS,
  parseOperationRequest,
  valuesOf,
  withoutMoves,
} from './operation-request.ts'
import { describeRows, rowExample, rowShape } from './row-shapes.ts'

// Totals are over thousands of protocols: as many of their ids are named at most.
const MAX_VALUES = 100

const query = {
  operation: text('Id of an operation, such as tvl.listChains.', 'tvl.listChains'),
  at: optionalUnixTime(
    'Timestamp of the figure, Unix seconds: only rows of its UTC day, or the newest before it of series without one that day.',
  ),
  asOf: COMMON_QUERY.asOf,
  rows: whole('Most rows of each fact.', { min: 1, max: 1_000, byDefault: 100, example: 20 }),
}

export const getProvenance = defineMetaRoute({
  id: 'meta.getProvenance',
  summary: 'Where the figures of a response come from',
  describe:
    'The rows of facts that the response of an operation to these parameters is made from, the newest first, each with its versions: what it says, which run of which source brought it, when, how sure it is, and where its receipt is. Of operations about everything, the rows of the newest day; `at` picks another one, `asOf` what was known.',
  paths: { free: '/meta/provenance' },
  query,
  otherQuery: OPERATION_PARAMETERS,
  response: shape({
    operation: string('Id of the operation'),
    run: integer('Newest run that the response knows'),
    facts: Type.Array(
      shape({
        fact: string('Name of the fact'),
        columns: mapOf(
          Type.Array(Type.Union([Type.String(), Type.Number()])),
          'Values of columns of the key that the rows are picked by, at most 100 of each; empty when all rows count',
        ),
        versionCount: integer('Versions of all rows that were picked'),
        isComplete: boolean('False when there are more rows than listed'),
        rows: Type.Array(rowShape, { description: 'Newest first' }),
        reason: nullableText('Why there are no rows; null when there are'),
      }),
      { description: 'The facts that the operation reads' },
    ),
  }),
  example: {
    operation: 'tvl.getCurrentTvl',
    run: 12,
    facts: [
      {
        fact: 'tvl',
        columns: { protocol: ['1'] },
        versionCount: 1,
        isComplete: true,
        rows: [rowExample],
        reason: null,
      },
    ],
  },
  reads: [],
  nowStepSec: 1,
  cached: false,
  handler: async ({ query: { operation: name, at: atSec, rows: limit }, given }, context, meta) => {
    const asked = { name, given, declared: query }
    const { route, rowsBehind, ...parsed } = parseOperationRequest(meta, context, asked)
    const traced = { operation: route.id, values: valuesOf(parsed.request) }
    const filters = (await withoutMoves(rowsBehind?.(traced, parsed.context))) ?? {}
    const facts: unknown[] = []
    for (const fact of new Set(route.reads.map((read) => requireFact(meta, read))))
      facts.push(
        await describeFact(fact, filters[fact.name] ?? {}, { atSec, limit, context, meta }),
      )
    return { operation: route.id, run: context.snapshot.run, facts }
  },
})

function requireFact({ store }: MetaServices, name: string): Fact {
  const fact = store.facts.get(name)
  if (fact === undefined) throw new Error(`${name} is read, but no fact of the store.`)
  return fact
}

interface Asked {
  atSec: number | undefined
  limit: number
  context: RequestContext
  meta: MetaServices
}

async function describeFact(
  fact: Fact,
  filter: RowFilter,
  { atSec, limit, context: { snapshot }, meta }: Asked,
) {
  const totals = await meta.store.journal.totalsAt(snapshot.run)
  const total = totals.of(fact.name)
  const columns = Object.entries(filter.columns ?? {})
  const isNone = columns.some(([, values]) => values.length === 0)
  const described = {
    fact: fact.name,
    columns: Object.fromEntries(columns.map(([name, all]) => [name, all.slice(0, MAX_VALUES)])),
  }
  if (total.rows === 0 || isNone) {
    const reason = isNone ? 'The response needs no row of this fact.' : 'The fact has no rows.'
    return { ...described, versionCount: 0, isComplete: true, rows: [], reason }
  }
  const onDay = atSec === undefined ? undefined : rowsOfDay(snapshot, fact, filter, atSec)
  const { rows, isComplete } =
    onDay === undefined
      ? await readNewest(snapshot, fact, { filter, newestSec: total.newestSec, limit })
      : await listNewestRows(snapshot, fact, { filter: onDay, limit })
  return {
    ...described,
    versionCount: await countVersions(snapshot, fact, onDay ?? filterSql(fact, filter)),
    isComplete,
    rows: await describeRows(rows, meta),
    reason: rows.length > 0 ? null : 'There is no row with these keys at that time.',
  }
}

// The newest rows are looked for among ever older ones: most facts have enough in a day.
const SPANS_SEC = [DAY_SEC, 30 * DAY_SEC]
// Of more series than this, those without a row on a day are not looked up before it.
const MAX_CARRIED_SERIES = 100

/** The newest of the rows that a filter lets through. */
async function readNewest(
  snapshot: Snapshot,
  fact: Fact,
  { filter, newestSec, limit }: { filter: RowFilter; newestSec: number | null; limit: number },
): Promise<RowPage> {
  const isOpen = fact.time !== undefined && filter.fromSec === undefined && newestSec !== null
  const lastSec = Math.min(newestSec ?? 0, filter.toSec ?? Number.POSITIVE_INFINITY)
  for (const spanSec of isOpen ? SPANS_SEC : []) {
    const recent = filterSql(fact, { ...filter, fromSec: lastSec - spanSec })
    const page = await listNewestRows(snapshot, fact, { filter: recent, limit })
    if (!page.isComplete) return page
  }
  return listNewestRows(snapshot, fact, { filter: filterSql(fact, filter), limit })
}

/** The rows of a UTC day; of a series without one its newest row before, which is carried on. */
function rowsOfDay(snapshot: Snapshot, fact: Fact, filter: RowFilter, atSec: number): Condition {
  const [first = ''] = fact.order
  const series = filter.columns?.[first]?.length ?? Number.POSITIVE_INFINITY
  const { where, newest, params } = filterSql(fact, onDayOf(filter, atSec))
  if (fact.time === undefined || series > MAX_CARRIED_SERIES) return { where, newest, params }
  const daySec = dayStart(atSec)
  const until = filterSql(fact, { ...filter, fromSec: undefined, toSec: daySec + DAY_SEC - 1 })
  const key = identifiers(Object.keys(fact.key))
  const last = sql`SELECT ${key}, max(${identifier(fact.time)}) ${snapshot.versions(fact, until.where)} GROUP BY ${key}`
  return {
    where: sql`${until.where} AND (${identifier(fact.time)} >= {daySec:UInt32} OR (${key}, ${identifier(fact.time)}) IN (${last}))`,
    newest,
    params: { ...until.params, daySec },
  }
}
