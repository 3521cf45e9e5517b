import { identifier, identifiers, joinSql, literal, type Sql, sql } from '../lib/sql.ts'
import type { SqlParams } from './engine.ts'
import { type Fact, identityColumns } from './fact.ts'
import { REPLACEMENTS, replacementName, typedIdentity } from './replacement-sql.ts'
import { filterSql, positionSql, type RowFilter } from './row-filter.ts'
import type { KeyValue } from './row-versions.ts'
import type { Snapshot } from './snapshot.ts'
import { percentSql, readSeries, readUndoneSeries, readUndoRevisions } from './undo-revisions.ts'

/** A row beside the one it replaced, whose values are named `old_…`. */
export type Revision = Record<string, unknown> & {
  run: number
  /** 0 where there was none, or where it was dropped. */
  previousRun: number
}

/** Rows of a fact that one run replaced. */
export interface RevisedFact {
  readonly fact: Fact
  readonly run: number
}

export interface RevisionRange {
  readonly sinceRun: number
  readonly untilRun: number
  readonly descending: boolean
}

// A run may replace millions of rows; as many are compared at a time.
const MAX_COMPARED_ROWS = 200_000
// Runs are looked through in ranges that grow, so that a short answer reads little.
const FIRST_RUNS = 64
const GROWTH = 8

/** Runs that replaced rows of some facts, in their order; those of one run by the names of facts. */
export async function* findRevised(
  snapshot: Snapshot,
  facts: readonly Fact[],
  { sinceRun, untilRun, descending }: RevisionRange,
): AsyncGenerator<RevisedFact> {
  const byName = new Map(facts.map((fact) => [replacementName(fact), fact]))
  const lastRun = Math.min(untilRun, snapshot.run)
  let width = FIRST_RUNS
  for (let done = 0; done < lastRun - sinceRun; width *= GROWTH) {
    const step = Math.min(width, lastRun - sinceRun - done)
    const fromRun = descending ? lastRun - done - step : sinceRun + done
    done += step
    const replaced = await snapshot.query<{ fact: string; run: number }>(
      sql`SELECT fact, byRun AS run FROM ${REPLACEMENTS}
       WHERE fact IN {facts:Array(String)} AND byRun > {fromRun:UInt32} AND byRun <= {toRun:UInt32} AND replacedRun < byRun
       GROUP BY fact, byRun ORDER BY byRun ${descending ? sql`DESC` : sql`ASC`}, fact`,
      { facts: [...byName.keys()], fromRun, toRun: fromRun + step },
    )
    const undos = facts.flatMap((fact) =>
      snapshot
        .undosBetween(fact, fromRun, fromRun + step)
        .map(({ run }) => ({ fact: replacementName(fact), run })),
    )
    const found = undos.length === 0 ? replaced : inOrder([...replaced, ...undos], descending)
    for (const { fact: name, run } of found) {
      const fact = byName.get(name)
      if (fact !== undefined) yield { fact, run }
    }
  }
}

function inOrder<T extends { fact: string; run: number }>(found: T[], descending: boolean): T[] {
  const sign = descending ? -1 : 1
  return found.sort((a, b) => sign * (a.run - b.run) || (a.fact < b.fact ? -1 : 1))
}

/** Rows of a run that say something else than those they replaced, in the order of their keys. */
export async function readRevisions(
  snapshot: Snapshot,
  { fact, run }: RevisedFact,
  page: { filter: RowFilter; after: readonly KeyValue[] | undefined; limit: number },
): Promise<Revision[]> {
  const identity = identityColumns(fact)
  const [undo] = snapshot.undosBetween(fact, run - 1, run)
  if (undo !== undefined) {
    const position = page.after && afterSql(fact, identity, identifiers(identity), page.after)
    return readUndoRevisions(snapshot, fact, undo, { ...page, position })
  }
  const revisions: Revision[] = []
  let { after } = page
  for (;;) {
    const pairs = pairsSql(fact, after)
    const params = { ...pairs.params, run, pairLimit: MAX_COMPARED_ROWS }
    const limit = page.limit - revisions.length
    // The pair tells that there was an earlier version, also when that was dropped.
    const isKept =
      run <= snapshot.droppedUpTo(fact) ? sql`previousRun = 0 OR` : sql`previousRun > 0 AND`
    const changed = changedSql(snapshot, fact, {
      pairs: pairs.sql,
      filter: page.filter,
      isKept,
    })
    const found = await snapshot.query<Revision>(
      sql`SELECT * FROM (${changed.sql}) ORDER BY ${identifiers(identity)} LIMIT {limit:UInt32}`,
      { ...params, ...changed.params, limit },
    )
    revisions.push(...found.map((row) => (row.previousRun > 0 ? row : withoutOld(row))))
    if (revisions.length >= page.limit) return revisions
    const [last] = await snapshot.query<Record<string, KeyValue> & { pairs: number }>(
      sql`SELECT ${joinSql(identity.map((name, index) => sql`max(pair).${index + 1} AS ${identifier(name)}`))}, count() AS pairs
       FROM (SELECT (${typedIdentity(fact)}) AS pair FROM (${pairs.sql}))`,
      params,
    )
    if (last === undefined || last.pairs < MAX_COMPARED_ROWS) return revisions
    after = identity.map((name) => last[name] ?? '')
  }
}

/** What a run changed, one line for each series: how many figures, when, and by how much. */
export function readRevisedSeries(
  snapshot: Snapshot,
  { fact, run }: RevisedFact,
  page: { filter: RowFilter; after: readonly KeyValue[] | undefined; limit: number },
): Promise<Record<string, unknown>[]> {
  const key = Object.keys(fact.key)
  const position = page.after && afterSql(fact, key, identifiers(key), page.after)
  const [undo] = snapshot.undosBetween(fact, run - 1, run)
  if (undo !== undefined) return readUndoneSeries(snapshot, fact, undo, { ...page, position })
  const changed = changedSql(snapshot, fact, {
    pairs: pairsSql(fact, undefined).sql,
    filter: page.filter,
    isKept: sql`previousRun > 0 AND`,
  })
  return readSeries(snapshot, fact, {
    changed: {
      sql: changed.sql,
      params: { ...changed.params, run, pairLimit: MAX_COMPARED_ROWS * 10 },
    },
    percent: (name) => percentSql(identifier(`old_${name}`), identifier(name)),
    page: { ...page, position },
  })
}

/** Pairs of runs that one run recorded for a fact, after a key and time, in their order. */
function pairsSql(
  fact: Fact,
  after: readonly KeyValue[] | undefined,
): { sql: Sql; params: SqlParams } {
  const identity = typedIdentity(fact)
  const position = after && afterSql(fact, identityColumns(fact), identity, after)
  return {
    sql: sql`SELECT identity, replacedRun, byRun FROM ${REPLACEMENTS}
      WHERE fact = ${literal(replacementName(fact))} AND byRun = {run:UInt32} AND replacedRun < byRun AND ${position?.sql ?? sql`1`}
      ORDER BY ${identity} LIMIT {pairLimit:UInt32}`,
    params: position?.params ?? {},
  }
}

function changedSql(
  snapshot: Snapshot,
  fact: Fact,
  { pairs, filter, isKept }: { pairs: Sql; filter: RowFilter; isKept: Sql },
): { sql: Sql; params: SqlParams } {
  const identity = identifiers(identityColumns(fact))
  const values = [...Object.keys(fact.values), 'quality']
  const before = joinSql(
    values.map(
      (name) => sql`lagInFrame(${identifier(name)}) OVER history AS old_${identifier(name)}`,
    ),
  )
  const differs = joinSql(
    values.map((name) => sql`${identifier(name)} IS DISTINCT FROM old_${identifier(name)}`),
    sql` OR `,
  )
  const rows = sql`SELECT ${typedIdentity(fact)}, arrayJoin([replacedRun, byRun]) FROM (${pairs})`
  const { where, params } = filterSql(fact, filter)
  return {
    sql: sql`SELECT * FROM (
       SELECT ${identity}, ${identifiers(values)}, run, ${before}, lagInFrame(run) OVER history AS previousRun
       ${snapshot.recorded(fact, sql`(${where}) AND quality != 'held' AND (${identity}, run) IN (${rows})`)}
       WINDOW history AS (PARTITION BY ${identity} ORDER BY run ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
     ) WHERE run = {run:UInt32} AND (${isKept} (${differs}))`,
    params,
  }
}

function withoutOld(row: Revision): Revision {
  const members = Object.entries(row).filter(([name]) => !name.startsWith('old_'))
  return { ...Object.fromEntries(members), run: row.run, previousRun: 0 }
}

function afterSql(
  fact: Fact,
  columns: readonly string[],
  place: Sql,
  after: readonly KeyValue[],
): { sql: Sql; params: Record<string, KeyValue> } {
  const { places, params } = positionSql(fact, columns, after)
  return { sql: sql`(${place}) > (${joinSql(places)})`, params }
}
