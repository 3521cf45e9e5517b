import type { Damages } from './damage.ts'
import type { Engine, SqlParams } from './engine.ts'
import { type Fact, identityColumns, sourceColumns } from './fact.ts'
import { replacedKeysSql, replacedRowsSql } from './replacement-sql.ts'
import type { Replacements, Revised } from './replacements.ts'
import { tableOf } from './tables.ts'

/**
 * Every fact as of one run, so that two figures in one response never come from different moments.
 * Conditions hold bound parameters only.
 */
export interface Snapshot {
  readonly run: number
  query<Row>(sql: string, params?: SqlParams): Promise<Row[]>
  columns<Result extends Record<string, unknown[]>>(
    sql: string,
    params?: SqlParams,
  ): Promise<Result>
  /**
   * SQL to follow FROM: of each key and time the newest visible version that is not held. `where`
   * narrows it by key, time and run; `newest` is a condition on values that few versions meet.
   */
  current(fact: Fact, where?: string, newest?: string): string
  /**
   * SQL of the values of an expression over key and time for which a row has several versions;
   * `undefined` where versions have to be picked anyway. For all others `versions` is `current`.
   */
  revisedKeys(fact: Fact, key: string): string | undefined
  /** SQL to follow `SELECT …`, from FROM to WHERE: all visible versions that are not held. */
  versions(fact: Fact, where?: string): string
  /**
   * The same with rows of later runs and of runs that are not committed: the reader must
   * look at `run` (`max(run)`). For aggregates that a projection keeps without runs.
   */
  versionsOfAllRuns(fact: Fact, where?: string): string
  /** The visible versions with those that are held. */
  allVersions(fact: Fact, where?: string): string
  /** The keys that runs after `sinceRun` brought rows of, held ones too. */
  touchedKeys<Key = string>(fact: Fact, touched: TouchedKeys): Promise<TouchedKeysResult<Key>>
}

export interface TouchedKeys {
  /** SQL over the fact's columns. */
  key: string
  sinceRun: number
  where?: string
  params?: SqlParams
  limit: number
}

export interface TouchedKeysResult<Key> {
  keys: Key[]
  /** False when there are more keys than the limit. */
  isComplete: boolean
}

export function createSnapshot(
  engine: Engine,
  replacements: Replacements,
  damages: Damages,
  run: number,
): Snapshot {
  const bind = (params: SqlParams = {}): SqlParams => ({ ...params, snapshotRun: run })
  const explain = (error: unknown): never => {
    throw damages.explain(error)
  }
  const whole = (fact: Fact): Fact => {
    damages.requireWhole(fact)
    return fact
  }
  const snapshot: Snapshot = {
    run,
    query: async <Row>(sql: string, params?: SqlParams) =>
      engine.query<Row>(sql, bind(params)).catch(explain),
    columns: async <Result extends Record<string, unknown[]>>(sql: string, params?: SqlParams) =>
      engine.columns<Result>(sql, bind(params)).catch(explain),
    current: (fact, where = '1', newest = '1') =>
      current(whole(fact), replacements.revisedAt(fact, run), { where, newest }),
    revisedKeys: (fact, key) =>
      replacements.revisedAt(fact, run) === 'often' ? undefined : replacedKeysSql(fact, key),
    versions: (fact, where) => versions(whole(fact), where),
    versionsOfAllRuns: (fact, where = '1') =>
      `FROM ${tableOf(whole(fact))} WHERE (${where}) AND quality != 'held'`,
    allVersions: (fact, where) => allVersions(whole(fact), where),
    touchedKeys: async <Key>(fact: Fact, touched: TouchedKeys) => {
      const { key, sinceRun, where = '1', params, limit } = touched
      const rows = await snapshot.query<{ key: Key }>(
        `SELECT DISTINCT ${key} AS key ${allVersions(whole(fact), `(${where}) AND run > {sinceRun:UInt32}`)} LIMIT {keyLimit:UInt32}`,
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

function allVersions(fact: Fact, where = '1'): string {
  return `FROM ${tableOf(fact)} WHERE (${where}) AND run <= {snapshotRun:UInt32}`
}

function versions(fact: Fact, where = '1'): string {
  return `${allVersions(fact, where)} AND quality != 'held'`
}

function current(
  fact: Fact,
  revised: Revised,
  { where, newest }: { where: string; newest: string },
): string {
  const columns = [...sourceColumns(fact), 'quality', 'run', 'recordedAt'].join(', ')
  const identity = identityColumns(fact).join(', ')
  const both = `(${where}) AND (${newest})`
  if (revised === 'never') return `(SELECT ${columns} ${versions(fact, both)})`
  if (revised === 'rarely')
    return `(SELECT ${columns} ${versions(fact, both)} AND (${identity}, run) NOT IN (${replacedRowsSql(fact)}))`
  // A row of which any version meets the condition is found by it, then its newest one decides.
  const candidates =
    newest === '1'
      ? where
      : `(${where}) AND (${identity}) IN (SELECT ${identity} ${versions(fact, both)})`
  return (
    `(SELECT * FROM (SELECT ${columns} ${versions(fact, candidates)} ` +
    `ORDER BY ${fact.order.join(', ')}, run DESC LIMIT 1 BY ${identity}) WHERE ${newest})`
  )
}
