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

// Acknowledged means on disk: the part and its directory entry are flushed before that.
const DURABLE = sql`fsync_after_insert = 1, fsync_part_directory = 1`
// The engine looks for the flipped bit of a damaged block in time that grows with its square.
const SMALL_BLOCKS = sql`max_compress_block_size = 65536`

export function tableOf(fact: Fact): Sql {
  return identifier(DATABASE, tableNameOf(fact.name, declaredVersion(fact)))
}

/** The table with the rows on each node: on a cluster another one than is read. */
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

/** Makes tables of facts, or adds the columns, indexes and projections that older ones lack. */
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
    if (known.has(storage))
      await extendTable(engine, placement, shapeOf(fact), {
        known,
        beforeAids: (table) => announce(engine, table, fact, log),
      })
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
  return createTable(engine, placement, { ...shapeOf(fact), comment })
}

function shapeOf(fact: Fact): TableShape {
  return {
    table: tableOf(fact),
    columns: columnTypes(fact),
    orderBy: [...fact.order, 'run'],
    shardBy: sql`cityHash64(${identifier(at(Object.keys(fact.key), 0))})`,
    // New rows are found by run without reading the old ones (states, revisions, roll-back).
    indexes: { byRun: sql`run TYPE minmax`, ...fact.indexes },
    projections: {
      // A copy in the order of runs: what one run brought costs with the run, not with the table.
      ofRun: sql`SELECT * ORDER BY run, ${identifiers(fact.order)}`,
      ...fact.projections,
    },
  }
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

export interface TableShape {
  readonly table: Sql
  readonly columns: Readonly<Record<string, Sql>>
  readonly orderBy: readonly string[]
  readonly shardBy: Sql
  readonly indexes?: Readonly<Record<string, Sql>>
  readonly projections?: Readonly<Record<string, Sql>>
  readonly comment?: string
}

/** What a table has besides its columns: indexes and projections, each as it is declared. */
function aidsOf({ indexes = {}, projections = {} }: TableShape) {
  return [
    ...Object.entries(indexes).map(([name, index]) => ({
      ...{ kind: sql`INDEX`, name, made: sql`${index} GRANULARITY 1` },
    })),
    ...Object.entries(projections).map(([name, select]) => ({
      ...{ kind: sql`PROJECTION`, name, made: sql`(${select})` },
    })),
  ]
}

export async function createTable(
  engine: Engine,
  placement: Placement,
  shape: TableShape,
): Promise<void> {
  const storage = storageTable(shape.table, placement)
  const list = [
    ...Object.entries(shape.columns).map(([name, type]) => sql`${identifier(name)} ${type}`),
    ...aidsOf(shape).map(({ kind, name, made }) => sql`${kind} ${identifier(name)} ${made}`),
  ]
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

/** Makes a table, or brings one of an earlier version up to today's columns and indexes. */
export async function ensureTable(
  engine: Engine,
  placement: Placement,
  shape: TableShape,
): Promise<void> {
  await createTable(engine, placement, shape)
  await extendTable(engine, placement, shape, { known: await readTables(engine) })
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

/** Adds what an older table lacks; indexes and projections are made for its rows as well. */
async function extendTable(
  engine: Engine,
  placement: Placement,
  shape: TableShape,
  { known, beforeAids }: { known: Tables; beforeAids?: (storage: Sql) => Promise<void> },
): Promise<void> {
  const storage = storageTable(shape.table, placement)
  const membersOf = (table: Sql) => known.get(nameOf(table)) ?? new Set()
  for (const target of new Set([storage, shape.table])) {
    const present = membersOf(target)
    // Rows are on one node of each shard, or are replicated with their columns; the rest is on all.
    const tell = target === storage ? engine.onShards : engine.ddl
    for (const [name, type] of Object.entries(shape.columns))
      if (!present.has(name))
        await tell(
          sql`ALTER TABLE ${target}${placement.onCluster} ADD COLUMN IF NOT EXISTS ${identifier(name)} ${type}`,
        )
  }
  const missing = aidsOf(shape).filter(({ name }) => !membersOf(storage).has(name))
  if (missing.length > 0) await beforeAids?.(storage)
  const alter = sql`ALTER TABLE ${storage}${placement.onCluster}`
  for (const { kind, name, made } of missing) {
    await engine.onShards(sql`${alter} ADD ${kind} IF NOT EXISTS ${identifier(name)} ${made}`)
    await engine.onShards(sql`${alter} MATERIALIZE ${kind} ${identifier(name)}`)
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
  const number = sql`UInt32 CODEC(DoubleDelta, LZ4)`
  return Object.fromEntries([
    ...declared(fact.key),
    ...(fact.time === undefined ? [] : [[fact.time, number] as const]),
    ...declared(fact.values),
    ['recordedAt', sql`DateTime64(3, 'UTC') CODEC(DoubleDelta, LZ4)`],
    ...[['run', number] as const, ['quality', QUALITY_TYPE] as const],
  ])
}
