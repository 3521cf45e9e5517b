import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import {
  AFTER_RUN_1,
  addManySizes,
  fillFirstSizes,
  killWhileMigrating,
  migrateWithCuts,
  NOW,
  putSizes,
  readSizes,
} from '../../../test/support/kill/first-sizes-store.ts'
import { firstSizes, laterSizes } from '../../../test/support/kill/sizes.ts'
import { makeEngineDir } from '../../../test/support/worker-engine.ts'
import { sql } from '../../lib/sql.ts'
import { t } from '../columns.ts'
import { defineFact, type Fact } from '../fact.ts'
import { Store, type StoreOptions } from '../store.ts'
import { migrateFact } from './migrate.ts'
import { examine, readSchemas } from './schemas.ts'

const paths: string[] = []
afterAll(() => {
  for (const path of paths) rmSync(path, { recursive: true, force: true })
})

/** A store of the first release: two series, of which the second run corrects a size. */
async function makeFirstStore(): Promise<string> {
  const path = await makeEngineDir()
  paths.push(path)
  const store = await Store.open({ facts: [firstSizes], path })
  await fillFirstSizes(store)
  // As the first release wrote it: tables without a version.
  await store.engine.ddl(sql`ALTER TABLE almanac.fact_sizes MODIFY COMMENT ''`)
  await store.close()
  return path
}

async function expectMigrated(store: Store): Promise<void> {
  expect(await readSizes(store, 2)).toEqual(NOW)
  expect(await readSizes(store, 1)).toEqual(AFTER_RUN_1)
  const tables = await store.engine.query(
    sql`SELECT name, comment, sorting_key FROM system.tables WHERE database = 'almanac' AND name LIKE '%sizes%'`,
  )
  expect(tables).toEqual([
    { name: 'fact_sizes_v1_3', comment: 'schema 1.3', sorting_key: 'atSec, id, run' },
  ])
  // What the replaced rows were called before is forgotten with them.
  expect(
    await store.engine.query(sql`SELECT DISTINCT fact FROM almanac.replacements ORDER BY fact`),
  ).toEqual([{ fact: '' }, { fact: 'sizes@1' }])
  expect(store.damages).toEqual([])
}

const open = (path: string, fact: Fact, more: Partial<StoreOptions> = {}) =>
  Store.open({ facts: [fact], path, ...more })

test('behavior: types, keys and the order of a store change at its start, cut off before any statement', async () => {
  const path = await makeFirstStore()
  const cuts = await migrateWithCuts({ path }, { onOpen: expectMigrated })
  // Making tables that may be there, building, copying, marking and dropping: all were cut off.
  expect(cuts).toBeGreaterThan(8)
})

test('behavior: a migration says what it does, happens once and is not undone by an older version', async () => {
  const path = await makeFirstStore()
  await expect(open(path, laterSizes, { isReader: true })).rejects.toThrow(
    'The store was written by an earlier version. Start a process with the role ingest or all first',
  )
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  await (await open(path, laterSizes, { log })).close()
  expect(lines[0]).toBe(
    'Migrating 4 rows of sizes (ids in small letters; sizes in hundredths); this happens once.',
  )
  lines.length = 0
  const again = await open(path, laterSizes, { log })
  await expectMigrated(again)
  expect(lines).toEqual([])
  await again.close()
  await expect(open(path, firstSizes)).rejects.toThrow(
    'The store was written by a newer version of Almanac: sizes has schema 1.3, this version knows schema 1.1. Start the newer version again, or restore a backup from before the upgrade. Nothing was changed.',
  )
})

test('behavior: a change that nobody declared is refused', async () => {
  const path = await makeFirstStore()
  await expect(open(path, { ...laterSizes, migrations: [] })).rejects.toThrow(
    'The table of sizes has size as Float64, not Int64, and no migration is declared for that.',
  )
  const reordered = defineFact({
    name: 'sizes',
    describe: '',
    key: { id: t.text('its id') },
    time: 'atSec',
    values: { size: t.float('its size') },
    order: ['atSec', 'id'],
  })
  await expect(open(path, reordered)).rejects.toThrow(
    'The table of sizes is in the order id, atSec, run, not atSec, id, run, and no migration',
  )
})

test('behavior: rows are copied by several statements, each for about as many of them', async () => {
  const path = await makeFirstStore()
  const inserts: string[] = []
  const observe: StoreOptions['observe'] = ({ text }, work) => {
    if (text.startsWith('INSERT INTO almanac.fact_sizes_v1_3')) inserts.push(text)
    return work()
  }
  const store = await open(path, firstSizes, { observe })
  for (const id of ['C', 'D'])
    await putSizes(
      store,
      firstSizes,
      [100, 200].map((atSec) => ({ id, atSec, size: 1 })),
    )
  const { outdated } = examine(await readSchemas(store.engine, store.placement), [laterSizes])
  for (const one of outdated)
    await migrateFact(store, one, {
      beforeMark: async () => undefined,
      log: () => undefined,
      sliceRows: 4,
    })
  // Runs 1 to 4 have 3, 1, 2 and 2 rows: the first two make one slice, the others the next.
  expect(inserts).toHaveLength(2)
  expect(
    await store.engine.query(
      sql`SELECT run, count() AS rows FROM almanac.fact_sizes_v1_3 GROUP BY run ORDER BY run`,
    ),
  ).toEqual([
    { run: 1, rows: 3 },
    { run: 2, rows: 1 },
    { run: 3, rows: 2 },
    { run: 4, rows: 2 },
  ])
  await store.close()
})

test('behavior: a process that is killed while it migrates is followed by one that ends it', async () => {
  const path = await makeFirstStore()
  const store = await open(path, firstSizes)
  await addManySizes(store, 300_000)
  await store.close()
  await killWhileMigrating({ path })
  const after = await open(path, laterSizes)
  expect(await readSizes(after, 2)).toEqual(NOW)
  expect(
    await after.engine.query(
      sql`SELECT count() AS rows, sum(size) AS sum FROM almanac.fact_sizes_v1_3 WHERE id = 'c'`,
    ),
  ).toEqual([{ rows: 300_000, sum: 60_000_000 }])
  await after.close()
})
