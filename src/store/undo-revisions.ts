import { at } from '../lib/at.ts'
import { identifier, identifiers, joinSql, literal, type Sql, sql, withNumber } from '../lib/sql.ts'
import { type Fact, identityColumns } from './fact.ts'
import type { Revision } from './revisions.ts'
import { filterSql, type RowFilter } from './row-filter.ts'
import type { KeyValue } from './row-versions.ts'
import type { Snapshot, UndoOfFact } from './snapshot.ts'
import { tableOf } from './tables.ts'

export interface UndoPage {
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
  page: UndoPage,
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
  page: UndoPage,
): Promise<Record<string, unknown>[]> {
  const key = Object.keys(fact.key)
  const time = fact.time === undefined ? sql`NULL` : identifier(fact.time)
  const pairs = pairsSql(snapshot, fact, undo, { ...page, position: undefined })
  const changes = valuesOf(fact).flatMap((name, index) => {
    const kind = fact.values[name]?.kind
    if (kind !== 'float' && kind !== 'int') return []
    const [old, now] = [sql`before_[1].${index + 1}`, sql`after_[1].${index + 1}`]
    const isBoth = sql`notEmpty(before_) AND notEmpty(after_)`
    const pct = sql`if(${isBoth}, 100 * (${now} - ${old}) / abs(nullIf(${old}, 0)), NULL)`
    return [
      sql`min(${pct}) AS min_${identifier(name)}`,
      sql`max(${pct}) AS max_${identifier(name)}`,
    ]
  })
  return snapshot.query(
    sql`SELECT ${identifiers(key)}, count() AS figures_, min(previousRun) AS previousRun_,
       min(${time}) AS fromSec_, max(${time}) AS toSec_${joinSql(
         changes.map((change) => sql`, ${change}`),
         sql``,
       )}
     FROM (${pairs.sql}) WHERE ${page.position?.sql ?? sql`1`}
     GROUP BY ${identifiers(key)} ORDER BY ${identifiers(key)} LIMIT {limit:UInt32}`,
    { ...pairs.params, ...page.position?.params, limit: page.limit },
  )
}

function pairsSql(
  snapshot: Snapshot,
  fact: Fact,
  { run, ofRuns }: UndoOfFact,
  { filter, position }: UndoPage,
): { sql: Sql; params: Record<string, unknown> } {
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
