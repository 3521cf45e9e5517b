import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ClickHouseServer,
  startClickHouse,
} from '../../../test/support/clickhouse/start-server.ts'
import {
  AFTER_RUN_1,
  addManySizes,
  fillFirstSizes,
  killWhileMigrating,
  migrateWithCuts,
  NOW,
  type Place,
  putSizes,
  readSizes,
} from '../../../test/support/kill/first-sizes-store.ts'
import { firstSizes, laterSizes } from '../../../test/support/kill/sizes.ts'
import { identifier, sql } from '../../lib/sql.ts'
import { Store } from '../store.ts'
import { dropReplacedTables } from './bring-up-to-date.ts'

const BEFORE = [
  { id: 'A', atSec: 100, size: 1.5 },
  { id: 'A', atSec: 200, size: 0.5 },
  { id: 'B', atSec: 100, size: 3 },
]

async function readFirst(store: Store): Promise<unknown[]> {
  const snapshot = store.snapshot()
  return snapshot.query(
    sql`SELECT id, atSec, size FROM ${snapshot.current(firstSizes)} ORDER BY id, atSec`,
  )
}

const sizesTables = async (store: Store) => {
  const nodes = await store.engine.queryNodes<{ name: string; comment: string }>(
    sql`SELECT name, comment FROM system.tables WHERE database = 'almanac' AND name LIKE '%sizes%' AND engine != 'Distributed' ORDER BY name`,
  )
  return nodes.map((tables) => tables.map(({ name, comment }) => `${name}: ${comment}`))
}

describe.each([
  { what: 'one server', cluster: undefined, suffix: '' },
  { what: 'two shards', cluster: { name: 'pair', shards: 2 }, suffix: '_local' },
])('$what', ({ cluster, suffix }) => {
  let server: ClickHouseServer
  let place: Place

  beforeAll(async () => {
    server = await startClickHouse({ cluster })
    place = { path: '', url: server.urls.join(','), cluster: cluster?.name }
  })
  afterAll(() => server?.stop())

  test('behavior: cut off anywhere it is ended by the next start, and an older node goes on reading', async () => {
    const older = await Store.open({ facts: [firstSizes], ...place })
    await fillFirstSizes(older)
    const cuts = await migrateWithCuts(place, {
      onCut: async () => expect(await readFirst(older)).toEqual(BEFORE),
      onOpen: async (store) => {
        expect(await readSizes(store, 2)).toEqual(NOW)
        expect(await readSizes(store, 1)).toEqual(AFTER_RUN_1)
        await putSizes(store, laterSizes, [{ id: 'a', atSec: 100, size: 170, unit: 'm' }])
        expect((await readSizes(store, 3))[0]).toEqual({ ...NOW[0], size: 170 })
        // Within the hour, older nodes have their tables.
        await dropReplacedTables(store)
      },
    })
    expect(cuts).toBeGreaterThan(8)
    // What came with the newer version is not half known: it stays at run 2, and says so.
    expect(await older.refresh()).toEqual([])
    expect(older.upgrade).toBe(
      'The store was written by a newer version of Almanac: sizes has schema 1.3, this version knows schema 1.1.',
    )
    expect(older.snapshot().run).toBe(2)
    expect(await readFirst(older)).toEqual(BEFORE)
    await expect(putSizes(older, firstSizes, [{ id: 'A', atSec: 300, size: 9 }])).rejects.toThrow(
      'This process no longer writes; start the newer version.',
    )
    await older.close()
  })

  test('behavior: rows are on the shard of their new key, and what was replaced goes later', async () => {
    const store = await Store.open({ facts: [laterSizes], ...place })
    const names = [`fact_sizes${suffix}: schema 1.1`, `fact_sizes_v1_3${suffix}: schema 1.3`]
    expect(await sizesTables(store)).toEqual(server.urls.map(() => names))
    const misplaced = await store.engine.queryNodes<{ ids: string[] }>(
      sql`SELECT groupUniqArray(id) AS ids FROM almanac.${identifier(`fact_sizes_v1_3${suffix}`)} WHERE cityHash64(id) % ${server.urls.length} != toUInt32(getMacro('shard')) - 1`,
    )
    expect(misplaced).toEqual(server.urls.map(() => [{ ids: [] }]))
    await dropReplacedTables(store, 0)
    expect(await sizesTables(store)).toEqual(server.urls.map(() => names.slice(1)))
    expect(await readSizes(store, 2)).toEqual(NOW)
    await store.close()
  })
})

test('behavior: a process that is killed while it migrates a cluster is followed by one that ends it', async () => {
  const server = await startClickHouse({ cluster: { name: 'pair', shards: 2 } })
  const place = { path: '', url: server.urls.join(','), cluster: 'pair' }
  const store = await Store.open({ facts: [firstSizes], ...place })
  await fillFirstSizes(store)
  await addManySizes(store, 300_000)
  await store.close()
  await killWhileMigrating(place)
  const after = await Store.open({ facts: [laterSizes], ...place })
  expect(await readSizes(after, 2)).toEqual(NOW)
  expect(
    await after.engine.query(
      sql`SELECT count() AS rows, sum(size) AS sum FROM almanac.fact_sizes_v1_3 WHERE id = 'c'`,
    ),
  ).toEqual([{ rows: 300_000, sum: 60_000_000 }])
  await after.close()
  await server.stop()
})
