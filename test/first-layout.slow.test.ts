import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { tvlRecords } from '../src/domains/tvl/facts.ts'
import { createLogTo } from '../src/lib/log.ts'
import { sql } from '../src/lib/sql.ts'
import { runProgram } from './support/run-program.ts'
import { makeEngineDir } from './support/worker-engine.ts'

// Facts that the first release wrote: eight runs, of which run 3 corrects a figure of run 2, run 5
// takes run 4 back, and run 7 corrects a price.
const WRITTEN = join(import.meta.dirname, 'fixtures/first-layout.tar.gz')
const KEY = 'test-key-0123456789'
let dataDir: string
let app: App

beforeAll(async () => {
  dataDir = await makeEngineDir()
  runProgram('tar', ['-xzf', WRITTEN, '-C', dataDir])
  const config = readConfig({
    ALMANAC_DEMO: 'off',
    ALMANAC_CLOCK: '2026-01-14T12:00:00Z',
    ALMANAC_BOOTSTRAP_KEY: KEY,
    ALMANAC_DATA_DIR: dataDir,
  })
  app = await createApp(config, createLogTo('silent', { write: () => {} }))
  await app.start()
})
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function get(url: string): Promise<unknown> {
  return (await app.server.inject({ url, headers: { 'x-api-key': KEY } })).json()
}

test('behavior: a data directory of the first release is opened with nothing lost', async () => {
  const { journal, damages } = app.store
  expect(damages).toEqual([])
  const runs = await journal.listAfter(0)
  expect(runs.map(({ id, state, facts, undoes }) => [id, state, ...facts, ...undoes])).toEqual([
    [1, 'committed', 'protocols'],
    [2, 'committed', 'tvl'],
    [3, 'committed', 'tvl'],
    [4, 'committed', 'tvl'],
    [5, 'committed', 'tvl', 4],
    [6, 'committed', 'prices'],
    [7, 'committed', 'prices'],
    [8, 'committed', 'hacks'],
  ])
})

test('behavior: it answers what was imported, corrected and taken back', async () => {
  // Harbor: 1600 on ethereum after the correction of 1500, and 250 on base. Quay: 40, since the
  // 999999 of run 4 was taken back.
  expect(await get('/tvl/harbor')).toBe(1850)
  expect(await get('/tvl/quay')).toBe(40)
  expect(await get('/prices/current/aggregator:alpha,aggregator:beta?searchWidth=48h')).toEqual({
    coins: {
      'aggregator:alpha': expect.objectContaining({ price: 120, timestamp: 1_768_386_400 }),
      'aggregator:beta': expect.objectContaining({ price: 2.5, timestamp: 1_768_386_400 }),
    },
  })
  expect(await get('/api/hacks')).toEqual([
    expect.objectContaining({ name: 'Quay', amount: 12_500.5, classification: 'Infrastructure' }),
  ])
})

test('behavior: it still shows what was known before a correction and before an undo', async () => {
  const readTvl = async (run: number) => {
    const snapshot = app.store.snapshotOf(run)
    const rows = await snapshot.query<{ tvlUsd: number }>(
      sql`SELECT tvlUsd FROM ${snapshot.current(tvlRecords)} ORDER BY atSec, protocol, chain`,
    )
    return rows.map(({ tvlUsd }) => tvlUsd)
  }
  // By day, protocol and chain: Harbor on the 12th; on the 13th on base and ethereum, then Quay.
  expect(await readTvl(2)).toEqual([1000, 250, 1500, 40])
  expect(await readTvl(3)).toEqual([1000, 250, 1600, 40])
  expect(await readTvl(4)).toEqual([1000, 250, 1600, 999_999])
  expect(await readTvl(8)).toEqual([1000, 250, 1600, 40])
})
