import { setTimeout as sleep } from 'node:timers/promises'
import { at } from '../../lib/at.ts'
import { identifier, identifiers, joinSql, literal, type Sql, sql } from '../../lib/sql.ts'
import { countRows } from '../count-rows.ts'
import type { Engine } from '../engine.ts'
import type { Fact } from '../fact.ts'
import { columnTypes, createFactTable, type Placement, storageTable, tableOf } from '../tables.ts'
import { declaredVersion, listPending, type Migration, versionText } from './migration.ts'
import { BUILDING, type OutdatedFact, type TableSchema } from './schemas.ts'

type Log = (message: string) => void

const LOG_INTERVAL_MS = 5_000
// A server has ten minutes for a statement, and needs about one for these.
const SLICE_ROWS = 20_000_000
// Rows whose key changes may belong to another shard; told otherwise, each shard would keep its own.
const BY_SHARD = sql`SETTINGS parallel_distributed_insert_select = 0`

/** Where tables are. */
interface Place {
  engine: Engine
  placement: Placement
}

interface MigrateOptions {
  beforeMark: () => Promise<void>
  log: Log
  /** About as many rows as one statement copies. */
  sliceRows?: number
}

/**
 * Builds the table of a fact's version beside the earlier one, which stays as it is for those who
 * read it. Cut off, it begins again; from the mark on the new table is the one that counts.
 */
export async function migrateFact(
  place: Place,
  { fact, schema }: OutdatedFact,
  { beforeMark, log, sliceRows = SLICE_ROWS }: MigrateOptions,
): Promise<void> {
  const { engine, placement } = place
  const table = tableOf(fact)
  const pending = listPending(fact, schema.version)
  const rows = await countRows(engine, schema.table)
  log(
    `Migrating ${rows.toLocaleString('en')} rows of ${fact.name} (${pending.map(({ describe }) => describe).join('; ')}); this happens once.`,
  )
  await dropTable(place, table)
  await createFactTable(engine, fact, placement, BUILDING)
  const slices = await listSlices(engine, schema.table, Math.ceil(rows / sliceRows))
  await follow(copySlices(engine, copySql(fact, schema, pending), slices), async () => {
    const done = await countRows(engine, table)
    log(
      `Migrating ${fact.name}: ${done.toLocaleString('en')} of ${rows.toLocaleString('en')} rows.`,
    )
  })
  const copied = await countRows(engine, table)
  if (copied !== rows)
    throw new Error(`${copied} of ${rows} rows of ${fact.name} were copied by its migration`)
  await beforeMark()
  await markComplete(place, fact)
}

/** On all nodes, or it fails: a node that says a table is not complete is believed. */
export async function markComplete({ engine, placement }: Place, fact: Fact): Promise<void> {
  const storage = storageTable(tableOf(fact), placement)
  await engine.onEveryNode(
    sql`ALTER TABLE ${storage} MODIFY COMMENT ${literal(versionText(declaredVersion(fact)))}`,
  )
}

/** Drops a table with what is under it. */
export async function dropTable({ engine, placement }: Place, table: Sql): Promise<void> {
  for (const one of new Set([table, storageTable(table, placement)]))
    await engine.onEveryNode(
      sql`DROP TABLE IF EXISTS ${one} SYNC SETTINGS max_table_size_to_drop = 0`,
    )
}

/** The last runs of slices that have about as many rows each; nothing is beyond the last one. */
async function listSlices(engine: Engine, table: Sql, count: number): Promise<number[]> {
  const levels = Array.from({ length: count - 1 }, (_, index) => (index + 1) / count)
  if (levels.length === 0) return [Number.MAX_SAFE_INTEGER]
  const found = await engine.writerQuery<{ runs: number[] }>(
    sql`SELECT quantiles(${joinSql(levels)})(run) AS runs FROM ${table}`,
  )
  return [...new Set(at(found, 0).runs.map(Math.floor)), Number.MAX_SAFE_INTEGER]
}

async function copySlices(engine: Engine, copy: Sql, slices: readonly number[]): Promise<void> {
  let after = -1
  for (const to of slices) {
    await engine.command(copy, { after, to })
    after = to
  }
}

/** Steps within each other, so that each sees the columns as the one before leaves them. */
function copySql(fact: Fact, schema: TableSchema, pending: readonly Migration[]): Sql {
  const available = new Set(schema.columns.keys())
  let from = sql`(SELECT * FROM ${schema.table} WHERE run > {after:Int64} AND run <= {to:Int64})`
  for (const { convert = {} } of pending) {
    const names = Object.keys(convert)
    // Under names of their own first, so that no value is made from another new one.
    const made = Object.entries(convert).map(
      ([name, value]) => sql`, ${value} AS converted_${identifier(name)}`,
    )
    const left = [
      ...names.filter((name) => available.has(name)),
      ...names.map((name) => `converted_${name}`),
    ]
    const renamed = names.map((name) => sql`, converted_${identifier(name)} AS ${identifier(name)}`)
    if (names.length > 0)
      from = sql`(SELECT * EXCEPT (${identifiers(left)})${joinSql(renamed, sql``)} FROM (SELECT *${joinSql(made, sql``)} FROM ${from}))`
    for (const name of names) available.add(name)
  }
  const columns = Object.keys(columnTypes(fact)).filter((name) => available.has(name))
  return sql`INSERT INTO ${tableOf(fact)} (${identifiers(columns)}) SELECT ${identifiers(columns)} FROM ${from} ${BY_SHARD}`
}

/** Reports while work runs, and ends as it ends. */
async function follow(work: Promise<void>, report: () => Promise<void>): Promise<void> {
  const waiting = new AbortController()
  const ended = work.then(
    () => true,
    () => true,
  )
  const tick = () => sleep(LOG_INTERVAL_MS, false, { signal: waiting.signal }).catch(() => true)
  while (!(await Promise.race([ended, tick()]))) await report()
  waiting.abort()
  await work
}
