import { at } from '../lib/at.ts'
import { identifier, identifiers, joinSql, type Sql, sql } from '../lib/sql.ts'
import type { Fact } from '../store/fact.ts'
import { sourceColumns } from '../store/fact.ts'
import type { Run } from '../store/journal.ts'
import { newestSecSql } from '../store/run-rows.ts'
import type { Store } from '../store/store.ts'
import {
  createDistributed,
  createTableLike,
  DATABASE,
  STAGE_PREFIX,
  storageTable,
} from '../store/tables.ts'

/** Where a run puts its rows until all of them are there; nothing of it can be seen. */
export interface Stage {
  readonly run: number
  /** Begins the names of its tables, and of those beside it. */
  readonly prefix: Sql
  /** Makes the staging table of a fact on first use and returns its name. */
  table(fact: Fact): Promise<Sql>
  /** The values of `recordedAt` and `run` for every row of this run, as SQL. */
  readonly stamp: Sql
  insertRows(fact: Fact, rows: readonly Record<string, unknown>[]): Promise<void>
  /** Inserts a SELECT of a fact's columns; `threads` write parts side by side, for projections. */
  insertSelect(
    fact: Fact,
    select: Sql,
    options?: { quality?: boolean; threads?: number },
  ): Promise<void>
  /** Rows staged so far, over all facts. */
  countRows(): Promise<number>
}

/** `staged` tells the tables that have been made, by fact. */
export function createStage(
  store: Store,
  run: Pick<Run, 'id' | 'startedAtMs'>,
  staged: Map<Fact, Sql>,
): Stage {
  const stamp = sql`fromUnixTimestamp64Milli(toInt64(${run.startedAtMs}), 'UTC') AS recordedAt, toUInt32(${run.id}) AS run`
  // With the fence of its writer: one that was paused must not reach the stage of its successor.
  const prefix = identifier(DATABASE, `${STAGE_PREFIX}${store.journal.fence}_${run.id}`)
  // Rows of one fact may come from two sides at once, and its table is made for the first of them.
  const making = new Map<Fact, Promise<Sql>>()
  const table = (fact: Fact): Promise<Sql> => {
    const made = making.get(fact) ?? make(fact)
    making.set(fact, made)
    return made
  }
  const make = async (fact: Fact): Promise<Sql> => {
    const stage = sql`${prefix}_${identifier(fact.name)}`
    const { placement, engine } = store
    await createTableLike(engine, placement, storageTable(stage, placement), fact)
    const shardBy = sql`cityHash64(${identifier(at(Object.keys(fact.key), 0))})`
    if (placement.cluster !== undefined)
      await createDistributed(engine.onShards, placement, stage, shardBy)
    staged.set(fact, stage)
    return stage
  }
  return {
    run: run.id,
    prefix,
    stamp,
    table,
    insertRows: async (fact, rows) => store.engine.insert(await table(fact), stampRows(run, rows)),
    countRows: async () => {
      const { rows } = await measureStages(store, staged)
      return Object.values(rows).reduce((sum, count) => sum + count, 0)
    },
    insertSelect: async (fact, select, { quality = false, threads = 1 } = {}) => {
      const columns = identifiers([...sourceColumns(fact), ...(quality ? ['quality'] : [])])
      await store.engine.command(
        sql`INSERT INTO ${await table(fact)} (${columns}, recordedAt, run) SELECT ${columns}, ${stamp} FROM (${select}) SETTINGS max_insert_threads = ${threads}`,
      )
    },
  }
}

/** Rows with the quality, the time and the run that every row carries. */
export function stampRows(
  run: Pick<Run, 'id' | 'startedAtMs'>,
  rows: readonly Record<string, unknown>[],
): Record<string, unknown>[] {
  const recordedAt = new Date(run.startedAtMs).toISOString()
  return rows.map((row) => ({ ...row, quality: row.quality ?? 'ok', recordedAt, run: run.id }))
}

export async function dropStage(store: Store, stage: Sql): Promise<void> {
  const names = new Set([stage, storageTable(stage, store.placement)])
  for (const name of names)
    await store.engine.ddl(sql`DROP TABLE IF EXISTS ${name}${store.placement.onCluster} SYNC`)
}

/** What the journal records of the rows of each fact. */
export async function measureStages(
  store: Store,
  staged: ReadonlyMap<Fact, Sql>,
): Promise<Pick<Run, 'rows' | 'newestSec'>> {
  const measured: Pick<Run, 'rows' | 'newestSec'> = { rows: {}, newestSec: {} }
  for (const [fact, stage] of staged) {
    const row = await store.engine.writerQuery<{ rows: number; newestSec: number | null }>(
      sql`SELECT count() AS rows, ${newestSecSql(fact)} AS newestSec FROM ${stage}`,
    )
    const { rows, newestSec } = at(row, 0)
    measured.rows[fact.name] = rows
    if (fact.time !== undefined) measured.newestSec[fact.name] = newestSec
  }
  return measured
}

/** A hash of what the rows say, whatever their order or the format they came in. */
export async function hashStages(store: Store, staged: Map<Fact, Sql>): Promise<string> {
  const parts: string[] = []
  for (const [fact, stage] of [...staged].sort(([a], [b]) => (a.name < b.name ? -1 : 1))) {
    const columns = [...sourceColumns(fact), 'quality'].flatMap((name) => {
      const nullable = fact.values[name]?.nullable === true
      const column = identifier(name)
      return nullable ? [sql`isNull(${column})`, sql`assumeNotNull(${column})`] : [column]
    })
    const [row] = await store.engine.writerQuery<{ a: string; b: string; rows: string }>(
      sql`SELECT hex(sum(cityHash64(${joinSql(columns)}))) AS a, hex(sum(sipHash64(${joinSql(columns)}))) AS b, toString(count()) AS rows FROM ${stage}`,
    )
    parts.push(`${fact.name}:${row?.rows}:${row?.a}${row?.b}`)
  }
  return parts.join(' ')
}
