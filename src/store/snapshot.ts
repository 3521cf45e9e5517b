import { identifier, identifiers, joinSql, type Sql, sql } from '../lib/sql.ts'
import type { Damages } from './damage.ts'
import type { DroppedVersions } from './dropped-versions.ts'
import type { Engine, SqlParams } from './engine.ts'
import { type Fact, identityColumns, sourceColumns } from './fact.ts'
import { JOURNAL_TABLE, type Run } from './journal.ts'
import { replacedKeysSql, replacedRowsSql } from './replacement-sql.ts'
import type { Replacements, Revised } from './replacements.ts'
import { DATABASE, tableOf } from './tables.ts'
import type { UndoneRuns } from './undone-runs.ts'

/** Every fact as of one run, so that figures of one response agree. Conditions bind parameters. */
export interface Snapshot {
  readonly run: number
  query<Row>(sql: Sql, params?: SqlParams): Promise<Row[]>
  columns<Result extends Record<string, unknown[]>>(sql: Sql, params?: SqlParams): Promise<Result>
  /**
   * SQL to follow FROM: of each key and time the newest visible version that is not held. `where`
   * narrows it by key, time and run; `newest` is a condition on values that few versions meet.
   */
  current(fact: Fact, where?: Sql, newest?: Sql): Sql
  /**
   * SQL of the values of an expression over key and time for which a row has several versions;
   * `undefined` where versions have to be picked anyway. For all others `versions` is `current`.
   */
  revisedKeys(fact: Fact, key: Sql): Sql | undefined
  /** SQL to follow `SELECT …`, from FROM to WHERE: all visible versions that are not held. */
  versions(fact: Fact, where?: Sql): Sql
  /**
   * The same with rows of later runs and of runs that are not committed: the reader must
   * look at `run` (`max(run)`). For aggregates that a projection keeps without runs.
   */
  versionsOfAllRuns(fact: Fact, where?: Sql): Sql
  /** The visible versions with those that are held. */
  allVersions(fact: Fact, where?: Sql): Sql
  /** The same with rows of runs that were undone: what each run brought. */
  recorded(fact: Fact, where?: Sql): Sql
  /** The facts as they were when another run was the newest. */
  at(run: number): Snapshot
  /** Up to this run versions of a fact that were superseded are gone; 0: none are. */
  droppedUpTo(fact: Fact): number
  /** Runs that undid rows of a fact, or brought such rows back, in a range of runs. */
  undosBetween(fact: Fact, afterRun: number, upToRun: number): UndoOfFact[]
  /** The keys that runs after `sinceRun` brought rows of, held ones too. */
  touchedKeys<Key = string>(fact: Fact, touched: TouchedKeys): Promise<TouchedKeysResult<Key>>
}

export interface TouchedKeys {
  /** SQL over the fact's columns. */
  key: Sql
  sinceRun: number
  where?: Sql
  params?: SqlParams
  limit: number
}

export interface TouchedKeysResult<Key> {
  keys: Key[]
  /** False when there are more keys than the limit. */
  isComplete: boolean
}

/** An undo of runs that had rows of a fact. */
export interface UndoOfFact {
  run: number
  /** The runs with rows that are no longer served, or again. */
  ofRuns: number[]
}

/** What snapshots of a store are made from. */
export interface SnapshotSource {
  engine: Engine
  replacements: Replacements
  damages: Damages
  undone: UndoneRuns
  dropped: DroppedVersions
}

export function createSnapshot(source: SnapshotSource, run: number): Snapshot {
  const { engine, replacements, damages, undone, dropped } = source
  const bind = (params: SqlParams = {}): SqlParams => ({ ...params, snapshotRun: run })
  const explain = (error: unknown): never => {
    throw damages.explain(error)
  }
  const undamaged = (fact: Fact): Fact => {
    damages.requireWhole(fact)
    return fact
  }
  const whole = (fact: Fact): Fact => {
    dropped.requireWhole(fact, run)
    return undamaged(fact)
  }
  const visible = (fact: Fact): Sql => visibleSql(undone.ofFact(fact.name, run))
  const revised = (fact: Fact): Revised =>
    // Which rows replaced which was recorded as if nothing were undone.
    undone.between(fact.name, 0, run).length > 0 ? 'often' : replacements.revisedAt(fact, run)
  const versions = (fact: Fact, where = sql`1`): Sql =>
    sql`FROM ${tableOf(whole(fact))} WHERE (${where}) AND ${visible(fact)} AND quality != 'held'`
  const allVersions = (fact: Fact, where = sql`1`): Sql =>
    sql`FROM ${tableOf(whole(fact))} WHERE (${where}) AND ${visible(fact)}`
  const snapshot: Snapshot = {
    run,
    query: async <Row>(statement: Sql, params?: SqlParams) =>
      engine.query<Row>(statement, bind(params)).catch(explain),
    columns: async <Result extends Record<string, unknown[]>>(statement: Sql, params?: SqlParams) =>
      engine.columns<Result>(statement, bind(params)).catch(explain),
    current: (fact, where = sql`1`, newest = undefined) =>
      current(fact, revised(fact), {
        where,
        newest,
        versions: (condition) => versions(fact, condition),
      }),
    revisedKeys: (fact, key) =>
      revised(fact) === 'often' ? undefined : replacedKeysSql(fact, key),
    versions,
    versionsOfAllRuns: (fact, where = sql`1`) =>
      undone.ofFact(fact.name, run).length > 0
        ? versions(fact, where)
        : sql`FROM ${tableOf(whole(fact))} WHERE (${where}) AND quality != 'held'`,
    allVersions,
    recorded: (fact, where = sql`1`) =>
      sql`FROM ${tableOf(undamaged(fact))} WHERE (${where}) AND ${visibleSql([])}`,
    at: (other) => createSnapshot(source, other),
    droppedUpTo: (fact) => dropped.upTo(fact.name),
    undosBetween: (fact, afterRun, upToRun) =>
      // What was served before one cannot be told where versions were dropped.
      undone
        .between(fact.name, Math.max(afterRun, dropped.upTo(fact.name)), Math.min(upToRun, run))
        .map((undo) => ({ run: undo.id, ofRuns: undone.listRuns(undo) })),
    touchedKeys: async <Key>(fact: Fact, touched: TouchedKeys) => {
      const { key, sinceRun, where = sql`1`, params, limit } = touched
      // What came back, or is gone, may be anything.
      if (undone.between(fact.name, sinceRun, run).length > 0)
        return { keys: [], isComplete: false }
      const rows = await snapshot.query<{ key: Key }>(
        sql`SELECT DISTINCT ${key} AS key ${allVersions(fact, sql`(${where}) AND run > {sinceRun:UInt32}`)} LIMIT {keyLimit:UInt32}`,
        { ...params, sinceRun, keyLimit: limit + 1 },
      )
      return {
        keys: rows.slice(0, limit).map((row) => row.key),
        isComplete: rows.length <= limit,
      }
    },
  }
  return snapshot
}

// Up to here they are named; user-supplied SQL may not read the journal.
const MAX_NAMED_RUNS = 1_000

/** Whether the run of a row counts; undone ones are read from the journal where they are many. */
function visibleSql(undoing: readonly Run[]): Sql {
  const upToRun = sql`run <= {snapshotRun:UInt32}`
  const undone = undoing.flatMap(({ undoes }) => undoes)
  if (undone.length === 0) return upToRun
  if (undone.length <= MAX_NAMED_RUNS) return sql`${upToRun} AND run NOT IN (${joinSql(undone)})`
  const ids = joinSql(undoing.map(({ id }) => id))
  return sql`${upToRun} AND run NOT IN (SELECT arrayJoin(undoes) FROM ${identifier(DATABASE, JOURNAL_TABLE)} WHERE id IN (${ids}))`
}

function current(
  fact: Fact,
  revised: Revised,
  {
    where,
    newest,
    versions,
  }: { where: Sql; newest: Sql | undefined; versions: (where: Sql) => Sql },
): Sql {
  const columns = identifiers([...sourceColumns(fact), 'quality', 'run', 'recordedAt'])
  const identity = identifiers(identityColumns(fact))
  const both = newest === undefined ? where : sql`(${where}) AND (${newest})`
  if (revised === 'never') return sql`(SELECT ${columns} ${versions(both)})`
  if (revised === 'rarely')
    return sql`(SELECT ${columns} ${versions(both)} AND (${identity}, run) NOT IN (${replacedRowsSql(fact)}))`
  // A row of which any version meets the condition is found by it, then its newest one decides.
  const candidates =
    newest === undefined
      ? where
      : sql`(${where}) AND (${identity}) IN (SELECT ${identity} ${versions(both)})`
  return sql`(SELECT * FROM (SELECT ${columns} ${versions(candidates)} ORDER BY ${identifiers(fact.order)}, run DESC LIMIT 1 BY ${identity}) WHERE ${newest ?? sql`1`})`
}
