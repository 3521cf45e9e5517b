import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { prices, supplies } from '../../domains/coins/facts.ts'
import { literal, sql } from '../../lib/sql.ts'
import { historyAt } from '../../store/history.ts'
import { hashFile } from './files.ts'
import type { Manifest } from './manifest.ts'
import { writeSnapshot } from './write-snapshot.ts'

const home = mkdtempSync(join(tmpdir(), 'almanac-snapshot-'))
const folder = join(home, 'snapshot')
const ANOTHER = '0123456789abcdef'
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(prices, [price(1, 1), price(2, 2, { quality: 'held' })])
  await app.put(prices, [price(1, 3)])
})
afterAll(async () => {
  await app.stop()
  rmSync(home, { recursive: true, force: true })
})

function price(hours: number, priceUsd: number, more: object = {}) {
  return { coin: 'a', atSec: NOW_SEC - hours * 3600, priceUsd, confidence: null, ...more }
}

const write = (to = folder) => writeSnapshot(app.app.store, { folder: to })
const readManifest = (from = folder): Manifest =>
  JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8'))

test('default: all versions at first, then what came since', async () => {
  // Three rows of prices in two runs; the one held and the one replaced are among them.
  expect(await write()).toMatchObject({ run: 2, runs: 2, rows: 3 })
  expect(await write()).toEqual({ run: 2, runs: 0, rows: 0, bytes: 0 })
  await app.put(supplies, [{ coin: 'a', atSec: NOW_SEC, circulating: 7 }])
  expect(await write()).toMatchObject({ run: 3, runs: 1, rows: 1 })
  const { parts, run, history, facts } = readManifest()
  expect([run, history]).toEqual([3, await historyAt(app.app.store.journal, 3)])
  expect(facts.prices).toEqual({
    coin: 'String',
    atSec: 'UInt32',
    priceUsd: 'Float64',
    confidence: 'Nullable(Float64)',
  })
  const listed = parts.flatMap(({ files }) => files)
  expect(listed.map(({ path, fact, rows }) => [path, fact, rows])).toEqual([
    ['1-2/prices.parquet', 'prices', 3],
    ['1-2/runs.parquet', 'runs', 2],
    ['3-3/supplies.parquet', 'supplies', 1],
    ['3-3/runs.parquet', 'runs', 1],
  ])
  for (const { path, bytes, sha256 } of listed)
    expect(await hashFile(join(folder, path))).toEqual({ bytes, sha256 })
  expect(readdirSync(folder).sort()).toEqual(['1-2', '3-3', 'manifest.json'])
  expect(
    await app.app.store.engine.writerQuery(
      sql`SELECT priceUsd, run, quality FROM file(${literal(`${folder}/1-2/prices.parquet`)}) ORDER BY run, priceUsd`,
      {},
      { files: [`${folder}/1-2/prices.parquet`] },
    ),
  ).toEqual([
    { priceUsd: 1, run: 1, quality: 'ok' },
    { priceUsd: 2, run: 1, quality: 'held' },
    { priceUsd: 3, run: 2, quality: 'ok' },
  ])
})

test('behavior: cut off in a file, a later call goes on with the same runs', async () => {
  const cut = join(home, 'cut')
  // As after a kill: one file is whole, another is not, and no manifest lists them.
  await write(cut)
  const work = join(cut, `.writing-1-2-${await historyAt(app.app.store.journal, 2)}`)
  mkdirSync(work)
  cpSync(join(folder, '1-2/prices.parquet'), join(work, 'prices.parquet'))
  writeFileSync(join(work, 'runs.parquet.partial'), 'PAR1 and no more')
  mkdirSync(join(cut, '.writing-1-9-0123456789abcdef'))
  rmSync(join(cut, 'manifest.json'))
  rmSync(join(cut, '1-3'), { recursive: true })
  expect(await write(cut)).toMatchObject({ run: 2, rows: 3 })
  expect(existsSync(work)).toBe(false)
  expect(await write(cut)).toMatchObject({ run: 3, rows: 1 })
  expect(readManifest(cut)).toMatchObject({ run: 3, parts: [{ toRun: 2 }, { toRun: 3 }] })
  expect(readdirSync(cut).sort()).toEqual(['1-2', '3-3', 'manifest.json'])
})

test('behavior: cut off before the manifest, what no manifest lists is made again', async () => {
  const cut = join(home, 'unlisted')
  await write(cut)
  rmSync(join(cut, 'manifest.json'))
  writeFileSync(join(cut, '1-3/prices.parquet'), 'half')
  renameSync(join(cut, '1-3/runs.parquet'), join(cut, '1-3/other.parquet'))
  await write(cut)
  const [part] = readManifest(cut).parts
  expect(readdirSync(join(cut, '1-3')).sort()).toEqual([
    'prices.parquet',
    'runs.parquet',
    'supplies.parquet',
  ])
  for (const { path, sha256 } of part?.files ?? [])
    expect((await hashFile(join(cut, path))).sha256).toBe(sha256)
})

test('error: a folder with other files, or with a snapshot of another store', async () => {
  const full = join(home, 'full')
  mkdirSync(full)
  writeFileSync(join(full, 'letter.txt'), 'Dear')
  await expect(write(full)).rejects.toThrow('neither empty nor a snapshot')
  const other = join(home, 'other')
  cpSync(folder, other, { recursive: true })
  const manifest = readManifest(other)
  const last = manifest.parts.at(-1)
  if (last !== undefined) last.history = ANOTHER
  writeFileSync(join(other, 'manifest.json'), JSON.stringify({ ...manifest, history: ANOTHER }))
  await expect(write(other)).rejects.toThrow('a snapshot of another store')
})
