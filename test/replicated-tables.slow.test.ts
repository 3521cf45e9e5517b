import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClickHouseError } from '@clickhouse/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/lib/sql.ts'
import { commitRun, newRun } from '../src/runs/run.ts'
import { writeSnapshot } from '../src/runs/snapshot/write-snapshot.ts'
import { undoRuns } from '../src/runs/undo.ts'
import { dropSuperseded } from '../src/store/drop-superseded.ts'
import type { ObserveStatement } from '../src/store/observed-engine.ts'
import { removalSql } from '../src/store/roll-back.ts'
import { Store } from '../src/store/store.ts'
import { DATABASE, tableOf } from '../src/store/tables.ts'
import { type ClickHouseServer, startClickHouse } from './support/clickhouse/start-server.ts'
import { startZookeeper, type Zookeeper } from './support/clickhouse/start-zookeeper.ts'
import { firstSizes, laterSizes } from './support/kill/sizes.ts'
import { cities, city, clock, stageTables, tick } from './support/store/facts.ts'

const CLUSTER = 'pair'
// This engine has no interserver port: its replicas stay read-only, and none counts as alive.
const READ_ONLY = /in readonly mode|less than requested quorum|mutation because shutdown called/
// An engine that stays read-only is not worth waiting for.
const NO_RETRIES = `<clickhouse>
  <profiles><default><insert_keeper_max_retries>0</insert_keeper_max_retries></default></profiles>
  <users><default><password/><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
  <quotas><default/></quotas>
</clickhouse>`
const folder = mkdtempSync(join(tmpdir(), 'almanac-replicated-'))

let zookeeper: Zookeeper
let server: ClickHouseServer
let store: Store
/** Statements that were refused for no other reason than that. */
const refused: string[] = []

/** Goes on where only the state of the replica was in the way; any other error is thrown. */
const goOn: ObserveStatement = async <T>(statement: { text: string }, work: () => Promise<T>) => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ClickHouseError && READ_ONLY.test(error.message))) throw error
    refused.push(statement.text.split(/[\s(]+/, 5).join(' '))
    return undefined as T
  }
}

beforeAll(async () => {
  zookeeper = await startZookeeper()
  server = await startClickHouse({
    cluster: { name: CLUSTER, shards: 1, replicas: 2 },
    keeperPort: zookeeper.port,
    usersXml: NO_RETRIES,
  })
  const url = server.urls.join(',')
  store = await Store.open({ facts: [cities], path: '', url, cluster: CLUSTER, observe: goOn })
})
afterAll(async () => {
  await store?.close()
  await server?.stop()
  await zookeeper?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('default: a start makes each table on both replicas, under a path of its own', async () => {
  const nodes = await store.engine.queryNodes<object>(
    sql`SELECT table, zookeeper_path, replica_name, total_replicas FROM system.replicas ORDER BY table`,
  )
  const tables = ['fact_cities', 'replacements', 'run_blocks', 'runs']
  expect(nodes).toEqual(
    ['node-1', 'node-2'].map((replica) =>
      tables.map((table) => ({
        table: `${table}_local`,
        zookeeper_path: `/almanac/1/${table}`,
        replica_name: replica,
        total_replicas: 2,
      })),
    ),
  )
  expect(refused.splice(0)).toEqual([`INSERT INTO ${DATABASE}.replacements`])
})

test('behavior: a stage is a plain table on one replica, and rows wait for all replicas', async () => {
  tick()
  let stages: object[][] = []
  await commitRun(store, { source: 'suite', clock, again: true }, async (stage) => {
    await stage.insertRows(cities, [city(10), city(20, { city: 'Bari' })])
    stages = await store.engine.queryNodes<object>(
      sql`SELECT name, engine, total_rows AS rows FROM system.tables WHERE database = {database:String} AND startsWith(name, 'stage_') AND engine != 'Distributed'`,
      { database: DATABASE },
    )
    expect(await stage.countRows()).toBe(2)
    return { accepted: 2, rejected: 0, held: 0 }
  })
  const name = expect.stringMatching(/^stage_\d+_1_cities_local$/)
  expect(stages).toEqual([[{ name, engine: 'MergeTree', rows: 2 }], []])
  expect(await stageTables(store)).toEqual([])
  const journal = `INSERT INTO ${DATABASE}.runs`
  expect(refused.splice(0)).toEqual([
    journal,
    journal,
    `INSERT INTO ${DATABASE}.fact_cities_local country, city,`,
    journal,
  ])
})

test('behavior: every statement of an undo, a repair and a backup is accepted', async () => {
  tick()
  await undoRuns(store, { clock, choose: () => [1] })
  await store.replacements.recordAgain(cities, 2)
  await store.replacements.clear()
  const { engine, placement } = store
  await engine.onShards(removalSql(tableOf(cities), 'run', placement), { runs: [1] })
  expect(new Set(refused.splice(0))).toEqual(
    new Set([
      `INSERT INTO ${DATABASE}.runs`,
      `ALTER TABLE ${DATABASE}.replacements_local DELETE WHERE`,
      `ALTER TABLE ${DATABASE}.fact_cities_local DELETE WHERE`,
      `TRUNCATE TABLE ${DATABASE}.replacements_local`,
    ]),
  )
  expect(await writeSnapshot(store, { folder })).toMatchObject({ run: 2, runs: 2 })
  expect(refused).toEqual([])
})

test('behavior: every statement that drops versions is accepted, on lists of each replica', async () => {
  const run = newRun(store, { source: 'retention', clock })
  await dropSuperseded(store, { ...run, droppedUpTo: { [cities.name]: 2 } })
  // No run is written down again: the journal took none.
  expect(refused.splice(0)).toEqual([`ALTER TABLE ${DATABASE}.fact_cities_local DELETE WHERE`])
  expect(await stageTables(store)).toEqual([])
})

test('behavior: every statement of a migration is accepted, under a path of its own', async () => {
  const place = { path: '', url: server.urls.join(','), cluster: CLUSTER, observe: goOn }
  await (await Store.open({ facts: [firstSizes], ...place })).close()
  refused.length = 0
  const later = await Store.open({ facts: [laterSizes], ...place })
  const nodes = await later.engine.queryNodes<object>(
    sql`SELECT replicas.zookeeper_path AS path, tables.comment AS comment FROM system.replicas AS replicas INNER JOIN system.tables AS tables ON tables.name = replicas.table WHERE tables.name LIKE '%sizes%' ORDER BY path`,
  )
  expect(nodes).toEqual(
    Array(2).fill([
      { path: '/almanac/1/fact_sizes', comment: 'schema 1.1' },
      // A replica that is read-only takes no mark either.
      { path: '/almanac/1/fact_sizes_v1_3', comment: 'building' },
    ]),
  )
  await later.close()
  expect(refused.splice(0)).toEqual([
    `ALTER TABLE ${DATABASE}.replacements_local DELETE WHERE`,
    `ALTER TABLE ${DATABASE}.fact_sizes_v1_3_local MODIFY COMMENT`,
    `INSERT INTO ${DATABASE}.replacements`,
  ])
})

test('error: a migration waits for all servers', async () => {
  const place = { path: '', url: server.urls.join(','), cluster: CLUSTER, observe: goOn }
  const newest = {
    ...laterSizes,
    migrations: [...laterSizes.migrations, { describe: 'one more' }],
  }
  await server.stopNode(1)
  await expect(Store.open({ facts: [newest], ...place })).rejects.toThrow(
    'all 2 servers of the cluster must answer; 1 of ALMANAC_STORE_URL do. Nothing was changed.',
  )
})
