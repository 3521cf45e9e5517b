import type { Column } from './columns.ts'
import type { Engine } from './engine.ts'
import { type Fact, identityColumns, QUALITIES } from './fact.ts'

export const DATABASE = 'almanac'

/** Where tables live: on one node, or spread over the shards of a named cluster. */
export interface Placement {
  readonly cluster: string | undefined
  /** Replicated tables need a keeper; without one the shards hold plain tables. */
  readonly replicated: boolean
  /** Ends statements about tables: one address reaches a whole cluster through it; several addresses are told one by one. */
  readonly onCluster: string
}

// Acknowledged means on disk: the part and its directory entry are flushed before an insert returns.
const DURABLE = 'fsync_after_insert = 1, fsync_part_directory = 1'

export function tableOf(fact: Fact): string {
  return `${DATABASE}.fact_${fact.name}`
}

/** The table that holds the rows on each node: the same as the one that is read, except on a cluster. */
export function storageTable(table: string, placement: Placement): string {
  return placement.cluster === undefined ? table : `${table}_local`
}

export async function createDatabase(engine: Engine, placement: Placement): Promise<void> {
  await engine.ddl(`CREATE DATABASE IF NOT EXISTS ${DATABASE}${placement.onCluster}`)
}

/** Makes the fact's table, or brings an older one up to today's columns. */
export async function ensureFactTable(engine: Engine, fact: Fact, placement: Placement): Promise<void> {
  const columns = columnTypes(fact)
  await createTable(engine, placement, {
    table: tableOf(fact),
    columns,
    orderBy: [...identityColumns(fact), 'run'],
    shardBy: `cityHash64(${Object.keys(fact.key)[0]})`,
    // New rows are found by run without reading the old ones (states, revisions, roll-back).
    index: 'INDEX byRun run TYPE minmax GRANULARITY 1',
  })
  await addMissingColumns(engine, placement, tableOf(fact), columns)
}

export async function createTable(
  engine: Engine,
  placement: Placement,
  shape: { table: string; columns: Record<string, string>; orderBy: string[]; shardBy: string; index?: string },
): Promise<void> {
  const storage = storageTable(shape.table, placement)
  const list = Object.entries(shape.columns).map(([name, type]) => `${name} ${type}`)
  if (shape.index !== undefined) list.push(shape.index)
  const engineName = placement.replicated ? 'ReplicatedMergeTree' : 'MergeTree'
  await engine.ddl(
    `CREATE TABLE IF NOT EXISTS ${storage}${placement.onCluster} (${list.join(', ')}) ENGINE = ${engineName} ` +
      `ORDER BY (${shape.orderBy.join(', ')}) SETTINGS ${DURABLE}`,
  )
  if (placement.cluster !== undefined) await createDistributed(engine, placement, shape.table, shape.shardBy)
}

export async function createDistributed(engine: Engine, placement: Placement, table: string, shardBy: string): Promise<void> {
  const [database, name] = table.split('.')
  await engine.ddl(
    `CREATE TABLE IF NOT EXISTS ${table}${placement.onCluster} AS ${table}_local ` +
      `ENGINE = Distributed('${placement.cluster}', '${database}', '${name}_local', ${shardBy})`,
  )
}

async function addMissingColumns(engine: Engine, placement: Placement, table: string, columns: Record<string, string>): Promise<void> {
  const tables = placement.cluster === undefined ? [table] : [storageTable(table, placement), table]
  for (const target of tables) {
    const [database, name] = target.split('.')
    const rows = await engine.writerQuery<{ name: string }>(
      'SELECT name FROM system.columns WHERE database = {database:String} AND table = {name:String}',
      { database, name },
    )
    const present = new Set(rows.map((row) => row.name))
    for (const [column, type] of Object.entries(columns)) {
      if (!present.has(column)) await engine.ddl(`ALTER TABLE ${target}${placement.onCluster} ADD COLUMN IF NOT EXISTS ${column} ${type}`)
    }
  }
}

function columnTypes(fact: Fact): Record<string, string> {
  const declared = (columns: Record<string, Column<unknown>>) =>
    Object.entries(columns).map(([name, column]): [string, string] => [name, column.sqlType])
  return Object.fromEntries([
    ...declared(fact.key),
    ...(fact.time === undefined ? [] : [[fact.time, 'UInt32 CODEC(DoubleDelta, LZ4)'] as [string, string]]),
    ...declared(fact.values),
    ['recordedAt', "DateTime64(3, 'UTC') CODEC(DoubleDelta, LZ4)"],
    ['run', 'UInt32 CODEC(DoubleDelta, LZ4)'],
    ['quality', `Enum8(${QUALITIES.map((quality, index) => `'${quality}' = ${index}`).join(', ')})`],
  ])
}
