import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { firstSizes, laterSizes } from '../../../test/support/kill/sizes.ts'
import { makeEngineDir } from '../../../test/support/worker-engine.ts'
import { createClock } from '../../lib/clock.ts'
import { commitRun } from '../../runs/run.ts'
import { t } from '../columns.ts'
import { defineFact, type Fact } from '../fact.ts'
import { Store, type StoreOptions } from '../store.ts'

const MIGRATING = join(import.meta.dirname, '../../../test/support/kill/migrating.ts')
const paths: string[] = []
afterAll(() => {
  for (const path of paths) rmSync(path, { recursive: true, force: true })
})

/** A store of the first release: two series, of which the second run corrects a size. */
async function makeFirstStore(): Promise<string> {
  const path = await makeEngineDir()
  paths.push(path)
  const store = await Store.open({ facts: [firstSizes], path })
  await put(store, [
    { id: 'A', atSec: 100, size: 1.25 },
    { id: 'A', atSec: 200, size: 0.5 },
    { id: 'B', atSec: 100, size: 3 },
  ])
  await put(store, [{ id: 'A', atSec: 100, size: 1.5 }])
  // As the first release wrote it: tables without a version.
  await store.engine.ddl("ALTER TABLE almanac.fact_sizes MODIFY COMMENT ''")
  await store.close()
  return path
}

async function put(store: Store, rows: Record<string, unknown>[]): Promise<void> {
  await commitRun(store, { source: 'test', clock: createClock() }, async (stage) => {
    await stage.insertRows(firstSizes, rows)
    return { accepted: rows.length, rejected: 0, held: 0 }
  })
}

// 1.5 m are 150 hundredths; before run 2 it was 1.25 m. 0.5 is not above 1, so it counts in cm.
const NOW = [
  { id: 'a', atSec: 100, size: 150, unit: 'm' },
  { id: 'b', atSec: 100, size: 300, unit: 'm' },
  { id: 'a', atSec: 200, size: 50, unit: 'cm' },
]
const AFTER_RUN_1 = [{ id: 'a', atSec: 100, size: 125, unit: 'm' }, ...NOW.slice(1)]

async function readSizes(store: Store, run: number): Promise<unknown[]> {
  const snapshot = store.snapshotOf(run)
  return snapshot.query(
    `SELECT id, atSec, size, unit FROM ${snapshot.current(laterSizes)} ORDER BY atSec, id`,
  )
}

async function expectMigrated(store: Store): Promise<void> {
  expect(await readSizes(store, 2)).toEqual(NOW)
  expect(await readSizes(store, 1)).toEqual(AFTER_RUN_1)
  const tables = await store.engine.query(
    "SELECT name, comment, sorting_key FROM system.tables WHERE database = 'almanac' AND name LIKE '%sizes%'",
  )
  expect(tables).toEqual([
    { name: 'fact_sizes', comment: 'schema 1.3', sorting_key: 'atSec, id, run' },
  ])
  expect(store.damages).toEqual([])
}

const open = (path: string, fact: Fact, more: Partial<StoreOptions> = {}) =>
  Store.open({ facts: [fact], path, ...more })

test('behavior: types, keys and the order of a store change at its start, cut off before any statement', async () => {
  const path = await makeFirstStore()
  let cuts = 0
  for (let isCutOff = true; isCutOff; cuts++) {
    let left = cuts
    const cut: StoreOptions['observe'] = (statement, work) => {
      const changes = /^(CREATE|DROP|INSERT|EXCHANGE|TRUNCATE|ALTER)/.test(statement.text)
      if (changes && left-- === 0) return Promise.reject(new Error('cut off'))
      return work()
    }
    const store = await open(path, laterSizes, { observe: cut }).catch((error: Error) => {
      expect(error.message).toContain('cut off')
      return undefined
    })
    isCutOff = store === undefined
    if (store !== undefined) await expectMigrated(store)
    await store?.close()
  }
  // Making tables that may be there, building, copying, swapping and dropping: all were cut off.
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

test('behavior: a process that is killed while it migrates is followed by one that ends it', async () => {
  const path = await makeFirstStore()
  const store = await open(path, firstSizes)
  await commitRun(store, { source: 'test', clock: createClock() }, async (stage) => {
    await stage.insertSelect(
      firstSizes,
      "SELECT 'C' AS id, toUInt32(number + 1000) AS atSec, 2. AS size FROM numbers(300000)",
    )
    return { accepted: 300_000, rejected: 0, held: 0 }
  })
  await store.close()
  await killWhileMigrating(path)
  const after = await open(path, laterSizes)
  expect(await readSizes(after, 2)).toEqual(NOW)
  expect(
    await after.engine.query(
      "SELECT count() AS rows, sum(size) AS sum FROM almanac.fact_sizes WHERE id = 'c'",
    ),
  ).toEqual([{ rows: 300_000, sum: 60_000_000 }])
  await after.close()
})

async function killWhileMigrating(path: string): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', MIGRATING, path],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit')
  const begun = Promise.withResolvers<void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('Migrating')) begun.resolve()
  })
  await Promise.race([begun.promise, ended])
  child.kill('SIGKILL')
  await ended
}
