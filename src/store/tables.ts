import { setTimeout as sleep } from 'node:timers/promises'
import { at } from '../lib/at.ts'
import { identifier, identifiers, joinSql, literal, type Sql, sql } from '../lib/sql.ts'
import type { Column } from './columns.ts'
import type { Engine } from './engine.ts'
import { type Fact, QUALITIES } from './fact.ts'
import { declaredVersion, tableNameOf, versionText } from './migrations/migration.ts'
import { requireRoomForMutations } from './stuck-mutations.ts'

type Log = (message: string) => void

export const DATABASE = 'almanac'
/** Begins the names of tables that a run needs for a while; what is left behind is dropped. */
export const STAGE_PREFIX = 'stage_'
const LOG_INTERVAL_MS = 5_000
const QUALITY_WORDS = QUALITIES.map((quality, index) => sql`${literal(quality)} = ${index}`)
export const QUALITY_TYPE = sql`Enum8(${joinSql(QUALITY_WORDS)})`
const POLL_MS = 50

/** Where tables live: on one node, or spread over the shards of a named cluster. */
export interface Placement {
  readonly cluster: string | undefined
  /** Replicated tables need a keeper; without one the shards hold plain tables. */
  readonly replicated: boolean
  /**
   * Ends statements about tables: one address reaches a whole cluster through it; several addresses
   * are told one by one.
   */
  readonly onCluster: Sql
}

// Acknowledged means on disk: the part and its directory entry are flushed before an insert
// returns.
const DURABLE = sql`fsync_after_insert = 1, fsync_part_directory = 1`
// The engine looks for the flipped bit of a damaged block in time that grows with its square.
const SMALL_BLOCKS = sql`max_compress_block_size = 65536`

export function tableOf(fact: Fact): Sql {
  return identifier(DATABASE, tableNameOf(fact.name, declaredVersion(fact)))
}

/**
 * The table that holds the rows on each node: the same as the one that is read, except on a
 * cluster.
 */
export function storageTable(table: Sql, placement: Placement): Sql {
  return placement.cluster === undefined ? table : sql`${table}_local`
}

/** Its name without the database. */
function nameOf(table: Sql): string {
  return table.text.slice(DATABASE.length + 1)
}

export async function createDatabase(engine: Engine, placement: Placement): Promise<void> {
  await engine.ddl(sql`CREATE DATABASE IF NOT EXISTS ${identifier(DATABASE)}${placement.onCluster}`)
}

/**
 * Makes the tables of facts that are not there, and brings older ones up to today's columns,
 * indexes and projections.
 */
export async function ensureFactTables(
  engine: Engine,
  facts: readonly Fact[],
  placement: Placement,
  log: Log = () => undefined,
): Promise<void> {
  const known = await readTables(engine)
  for (const fact of facts) {
    const storage = nameOf(storageTable(tableOf(fact), placement))
    // On a cluster another node may still lack what this one has.
    if (!known.has(storage) || placement.cluster !== undefined)
      await createFactTable(engine, fact, placement)
    if (known.has(storage)) await extendFactTable(engine, fact, { placement, known, log })
  }
  // Servers build what tables have gained by themselves, beside what they serve.
  if (engine.kind === 'embedded') await followMutations(engine, log)
}

/** Waits until older rows have what their tables gained, also after a start that was cut off. */
async function followMutations(engine: Engine, log: Log): Promise<void> {
  let loggedMs = 0
  for (;;) {
    const running = await engine.writerQuery<{ table: string; parts: number }>(
      sql`SELECT table, sum(parts_to_do) AS parts FROM system.mutations
       WHERE database = {database:String} AND NOT is_done AND latest_fail_reason = '' GROUP BY table`,
      { database: DATABASE },
    )
    if (running.length === 0) return
    await requireRoomForMutations((statement) => engine.writerQuery(statement))
    if (performance.now() - loggedMs > LOG_INTERVAL_MS || loggedMs === 0) {
      const left = running.map(
        ({ table, parts }) => `${table.replace('fact_', '')} (${parts} parts)`,
      )
      log(`Still preparing ${left.join(', ')}.`)
      loggedMs = performance.now()
    }
    await sleep(POLL_MS)
  }
}

export function createFactTable(
  engine: Engine,
  fact: Fact,
  placement: Placement,
  comment = versionText(declaredVersion(fact)),
): Promise<void> {
  return createTable(engine, placement, {
    table: tableOf(fact),
    columns: columnTypes(fact),
    orderBy: [...fact.order, 'run'],
    shardBy: sql`cityHash64(${identifier(at(Object.keys(fact.key), 0))})`,
    indexes: indexesOf(fact),
    projections: projectionsOf(fact),
    comment,
  })
}

function indexesOf(fact: Fact): Record<string, Sql> {
  // New rows are found by run without reading the old ones (states, revisions, roll-back).
  return { byRun: sql`run TYPE minmax`, ...fact.indexes }
}

/** A copy in the order of runs: what one run brought costs with the run, not with the table. */
function projectionsOf(fact: Fact): Record<string, Sql> {
  return { ofRun: sql`SELECT * ORDER BY run, ${identifiers(fact.order)}`, ...fact.projections }
}

/** What each table has: its columns, indexes and projections. */
type Tables = ReadonlyMap<string, ReadonlySet<string>>

/** All tables at once: asking for each would make up most of a start. */
async function readTables(engine: Engine): Promise<Tables> {
  const nodes = await engine.queryNodes<{ table: string; members: string[] }>(
    sql`SELECT table, groupArray(name) AS members FROM (
       SELECT table, name FROM system.columns WHERE database = {database:String}
       UNION ALL SELECT table, name FROM system.data_skipping_indices WHERE database = {database:String}
       UNION ALL SELECT table, name FROM system.projections WHERE database = {database:String}
     ) GROUP BY table`,
    { database: DATABASE },
  )
  const known = nodes.map((rows) => new Map(rows.map((row) => [row.table, new Set(row.members)])))
  return known.reduce(intersect)
}

/** What one node lacks counts as missing: it was away, or a start was cut off. */
function intersect(
  one: Map<string, Set<string>>,
  other: Map<string, Set<string>>,
): Map<string, Set<string>> {
  const both = [...one].flatMap(([table, members]): [string, Set<string>][] => {
    const others = other.get(table)
    return others === undefined ? [] : [[table, members.intersection(others)]]
  })
  return new Map(both)
}

export async function createTable(
  engine: Engine,
  placement: Placement,
  shape: {
    table: Sql
    columns: Record<string, Sql>
    orderBy: string[]
    shardBy: Sql
    indexes?: Readonly<Record<string, Sql>>
    projections?: Readonly<Record<string, Sql>>
    comment?: string
  },
): Promise<void> {
  const storage = storageTable(shape.table, placement)
  const list = Object.entries(shape.columns).map(([name, type]) => sql`${identifier(name)} ${type}`)
  for (const [name, index] of Object.entries(shape.indexes ?? {}))
    list.push(sql`INDEX ${identifier(name)} ${index} GRANULARITY 1`)
  for (const [name, select] of Object.entries(shape.projections ?? {}))
    list.push(sql`PROJECTION ${identifier(name)} (${select})`)
  // A path of its own for each table: the default one needs a database of another kind.
  const engineName = placement.replicated
    ? sql`ReplicatedMergeTree(${literal(`/almanac/{shard}/${nameOf(shape.table)}`)}, '{replica}')`
    : sql`MergeTree`
  const comment = shape.comment === undefined ? sql`` : sql` COMMENT ${literal(shape.comment)}`
  await engine.ddl(
    sql`CREATE TABLE IF NOT EXISTS ${storage}${placement.onCluster} (${joinSql(list)}) ENGINE = ${engineName} ${storageClauses(shape.orderBy)}${comment}`,
  )
  if (placement.cluster !== undefined)
    await createDistributed(engine.ddl, placement, shape.table, shape.shardBy)
}

function storageClauses(orderBy: readonly string[]): Sql {
  return sql`ORDER BY (${identifiers(orderBy)}) SETTINGS ${DURABLE}, ${SMALL_BLOCKS}`
}

/**
 * Makes a table with the columns, indexes and projections of a fact's, on one node of each shard.
 * It is never replicated: rows that are not decided yet need no copies.
 */
export async function createTableLike(
  engine: Engine,
  placement: Placement,
  table: Sql,
  fact: Fact,
): Promise<void> {
  // Without an engine of its own it would take the keeper path of the fact's table.
  const own = placement.replicated
    ? sql` ENGINE = MergeTree ${storageClauses([...fact.order, 'run'])}`
    : sql``
  await engine.onShards(
    sql`CREATE TABLE ${table}${placement.onCluster} AS ${storageTable(tableOf(fact), placement)}${own}`,
  )
}

/** Adds the columns that a table of an earlier version lacks. */
export async function addColumns(
  engine: Engine,
  placement: Placement,
  table: Sql,
  columns: Readonly<Record<string, Sql>>,
): Promise<void> {
  const storage = storageTable(table, placement)
  for (const target of new Set([storage, table])) {
    const nodes = await engine.queryNodes<{ name: string }>(
      sql`SELECT name FROM system.columns WHERE database = {database:String} AND table = {table:String}`,
      { database: DATABASE, table: nameOf(target) },
    )
    const names = nodes
      .map((rows) => new Set(rows.map(({ name }) => name)))
      .reduce((one, other) => one.intersection(other))
    const tell = target === storage ? engine.onShards : engine.ddl
    await addMissing(tell, sql`${target}${placement.onCluster}`, columns, names)
  }
}

/** Adds the indexes that a table of an earlier version lacks, for the rows that are there as well. */
export async function addIndexes(
  engine: Engine,
  placement: Placement,
  table: Sql,
  indexes: Readonly<Record<string, Sql>>,
): Promise<void> {
  const storage = storageTable(table, placement)
  const nodes = await engine.queryNodes<{ name: string }>(
    sql`SELECT name FROM system.data_skipping_indices WHERE database = {database:String} AND table = {table:String}`,
    { database: DATABASE, table: nameOf(storage) },
  )
  for (const [name, index] of Object.entries(indexes)) {
    if (nodes.every((rows) => rows.some((row) => row.name === name))) continue
    const target = sql`ALTER TABLE ${storage}${placement.onCluster}`
    await engine.onShards(
      sql`${target} ADD INDEX IF NOT EXISTS ${identifier(name)} ${index} GRANULARITY 1`,
    )
    await engine.onShards(sql`${target} MATERIALIZE INDEX ${identifier(name)}`)
  }
}

/** Rows lie on one node of each shard, or are replicated with their columns; the rest is on all. */
async function addMissing(
  tell: Engine['ddl'],
  target: Sql,
  columns: Readonly<Record<string, Sql>>,
  present: ReadonlySet<string>,
): Promise<void> {
  for (const [column, type] of Object.entries(columns).filter(([name]) => !present.has(name)))
    await tell(sql`ALTER TABLE ${target} ADD COLUMN IF NOT EXISTS ${identifier(column)} ${type}`)
}

export async function createDistributed(
  tell: Engine['ddl'],
  placement: Placement,
  table: Sql,
  shardBy: Sql,
): Promise<void> {
  await tell(
    sql`CREATE TABLE IF NOT EXISTS ${table}${placement.onCluster} AS ${table}_local ENGINE = Distributed(${literal(placement.cluster ?? '')}, ${literal(DATABASE)}, ${literal(`${nameOf(table)}_local`)}, ${shardBy})`,
  )
}

/**
 * What a fact has gained is added; indexes and projections are made for the rows that are there as
 * well.
 */
async function extendFactTable(
  engine: Engine,
  fact: Fact,
  { placement, known, log }: { placement: Placement; known: Tables; log: Log },
): Promise<void> {
  const table = tableOf(fact)
  const storage = storageTable(table, placement)
  for (const target of new Set([storage, table])) {
    const present = known.get(nameOf(target)) ?? new Set()
    const tell = target === storage ? engine.onShards : engine.ddl
    await addMissing(tell, sql`${target}${placement.onCluster}`, columnTypes(fact), present)
  }
  const present = known.get(nameOf(storage)) ?? new Set()
  const aids = [
    ...Object.entries(indexesOf(fact)).map(([name, index]) => ({
      kind: sql`INDEX`,
      name,
      made: sql`${index} GRANULARITY 1`,
    })),
    ...Object.entries(projectionsOf(fact)).map(([name, select]) => ({
      kind: sql`PROJECTION`,
      name,
      made: sql`(${select})`,
    })),
  ]
  const missing = aids.filter((aid) => !present.has(aid.name))
  if (missing.length > 0) await announce(engine, storage, fact, log)
  for (const { kind, name, made } of missing) {
    await engine.onShards(
      sql`ALTER TABLE ${storage}${placement.onCluster} ADD ${kind} IF NOT EXISTS ${identifier(name)} ${made}`,
    )
    await engine.onShards(
      sql`ALTER TABLE ${storage}${placement.onCluster} MATERIALIZE ${kind} ${identifier(name)}`,
    )
  }
}

/** What follows may take long where there are rows. */
async function announce(engine: Engine, table: Sql, fact: Fact, log: Log): Promise<void> {
  const [size] = await engine.writerQuery<{ rows: number | null }>(
    sql`SELECT total_rows AS rows FROM system.tables WHERE database = {database:String} AND name = {table:String}`,
    { database: DATABASE, table: nameOf(table) },
  )
  const rows = size?.rows ?? 0
  if (rows > 0)
    log(`Preparing ${rows.toLocaleString('en')} rows of ${fact.name}; this happens once.`)
}

/** Types of the columns of a fact's table, by name. */
export function columnTypes(fact: Fact): Record<string, Sql> {
  const declared = (columns: Record<string, Column<unknown>>) =>
    Object.entries(columns).map(([name, column]): [string, Sql] => [name, column.sqlType])
  return Object.fromEntries([
    ...declared(fact.key),
    ...(fact.time === undefined
      ? []
      : [[fact.time, sql`UInt32 CODEC(DoubleDelta, LZ4)`] as [string, Sql]]),
    ...declared(fact.values),
    ['recordedAt', sql`DateTime64(3, 'UTC') CODEC(DoubleDelta, LZ4)`],
    ['run', sql`UInt32 CODEC(DoubleDelta, LZ4)`],
    ['quality', QUALITY_TYPE],
  ])
}
