import { at } from '../lib/at.ts'
import { identifier, identifiers, joinSql, literal, type Sql, sql, withNumber } from '../lib/sql.ts'
import type { SqlParams } from './engine.ts'
import { type Fact, identityColumns } from './fact.ts'
import type { Revision } from './revisions.ts'
import { filterSql, type RowFilter } from './row-filter.ts'
import type { KeyValue } from './row-versions.ts'
import type { Snapshot, UndoOfFact } from './snapshot.ts'
import { tableOf } from './tables.ts'

/** A page of what a run changed. */
export interface RevisionPage {
  filter: RowFilter
  /** SQL and values of the position after which the page begins. */
  position: { sql: Sql; params: Record<string, KeyValue> } | undefined
  limit: number
}

/** Values of a row before and after, each empty where no row was served. */
interface Pair {
  before_: unknown[][]
  after_: unknown[][]
  run: number
  previousRun: number
}

/** Rows that an undo changed, in the order of their keys: what was served before it, and after. */
export async function readUndoRevisions(
  snapshot: Snapshot,
  fact: Fact,
  undo: UndoOfFact,
  page: RevisionPage,
): Promise<Revision[]> {
  const identity = identityColumns(fact)
  const pairs = pairsSql(snapshot, fact, undo, page)
  const rows = await snapshot.query<Record<string, unknown> & Pair>(
    sql`SELECT * FROM (${pairs.sql}) ORDER BY ${identifiers(identity)} LIMIT {limit:UInt32}`,
    { ...pairs.params, limit: page.limit },
  )
  const names = valuesOf(fact)
  return rows.map(({ before_, after_, ...row }) => ({
    ...row,
    ...named(names, before_[0], 'old_'),
    ...named(names, after_[0], ''),
  }))
}

/** The same, one line for each series. */
export function readUndoneSeries(
  snapshot: Snapshot,
  fact: Fact,
  undo: UndoOfFact,
  page: RevisionPage,
): Promise<Record<string, unknown>[]> {
  const places = new Map(valuesOf(fact).map((name, index) => [name, index + 1]))
  const isBoth = sql`notEmpty(before_) AND notEmpty(after_)`
  return readSeries(snapshot, fact, {
    changed: pairsSql(snapshot, fact, undo, { ...page, position: undefined }),
    percent: (name) => {
      const place = places.get(name) ?? 0
      const [old, now] = [sql`before_[1].${place}`, sql`after_[1].${place}`]
      return sql`if(${isBoth}, ${percentSql(old, now)}, NULL)`
    },
    page,
  })
}

/** Changed rows by series: how many figures, when, and by how much each of its numbers changed. */
export function readSeries(
  snapshot: Snapshot,
  fact: Fact,
  {
    changed,
    percent,
    page: { position, limit },
  }: {
    changed: { sql: Sql; params: SqlParams }
    percent: (name: string) => Sql
    page: RevisionPage
  },
): Promise<Record<string, unknown>[]> {
  const key = identifiers(Object.keys(fact.key))
  const time = fact.time === undefined ? sql`NULL` : identifier(fact.time)
  const numbers = Object.keys(fact.values).filter((name) =>
    /^(float|int)$/.test(fact.values[name]?.kind ?? ''),
  )
  const changes = numbers.map(
    (name) =>
      sql`, min(${percent(name)}) AS min_${identifier(name)}, max(${percent(name)}) AS max_${identifier(name)}`,
  )
  return snapshot.query(
    sql`SELECT ${key}, count() AS figures_, min(previousRun) AS previousRun_,
       min(${time}) AS fromSec_, max(${time}) AS toSec_${joinSql(changes, sql``)}
     FROM (${changed.sql}) WHERE ${position?.sql ?? sql`1`}
     GROUP BY ${key} ORDER BY ${key} LIMIT {limit:UInt32}`,
    { ...changed.params, ...position?.params, limit },
  )
}

export function percentSql(old: Sql, now: Sql): Sql {
  return sql`100 * (${now} - ${old}) / abs(nullIf(${old}, 0))`
}

function pairsSql(
  snapshot: Snapshot,
  fact: Fact,
  { run, ofRuns }: UndoOfFact,
  { filter, position }: RevisionPage,
): { sql: Sql; params: SqlParams } {
  const identity = identifiers(identityColumns(fact))
  const values = sql`(${identifiers(valuesOf(fact))})`
  const { where, params } = filterSql(fact, filter)
  const touched = sql`SELECT ${identity} FROM ${tableOf(fact)} WHERE run IN {undoneRuns:Array(UInt32)} AND quality != 'held'`
  const isAsked = sql`(${where}) AND (${identity}) IN (${touched}) AND ${position?.sql ?? sql`1`}`
  const side = (name: string, seen: Snapshot) =>
    // Two runs in one statement, so that neither can be a parameter.
    withNumber(
      sql`SELECT ${identity}, ${values} AS values_, run AS run_, ${literal(name)} AS side_ FROM ${seen.current(fact, isAsked)}`,
      '{snapshotRun:UInt32}',
      seen.run,
    )
  return {
    sql: sql`SELECT ${identity}, groupArrayIf(values_, side_ = 'before') AS before_, groupArrayIf(values_, side_ = 'after') AS after_,
        maxIf(run_, side_ = 'before') AS previousRun, toUInt32(${run}) AS run
      FROM (${side('before', snapshot.at(run - 1))} UNION ALL ${side('after', snapshot.at(run))})
      GROUP BY ${identity} HAVING toString(before_) != toString(after_)`,
    params: { ...params, ...position?.params, undoneRuns: ofRuns },
  }
}

/** Columns that a revision compares. */
function valuesOf(fact: Fact): string[] {
  return [...Object.keys(fact.values), 'quality']
}

function named(
  names: readonly string[],
  values: readonly unknown[] | undefined,
  prefix: string,
): Record<string, unknown> {
  if (values === undefined) return {}
  return Object.fromEntries(names.map((name, index) => [`${prefix}${name}`, at(values, index)]))
}
