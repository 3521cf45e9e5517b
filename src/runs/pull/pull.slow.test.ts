import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  BITCOIN,
  fillFirst,
  fillLater,
  fillMore,
  responsesOf,
} from '../../../test/support/replica-world.ts'
import { TestApp } from '../../../test/support/test-app.ts'
import { prices } from '../../domains/coins/facts.ts'
import { sql } from '../../lib/sql.ts'
import { findDamage } from '../../store/damage.ts'
import { Journal } from '../../store/journal.ts'
import { REPLACEMENTS } from '../../store/replacement-sql.ts'
import { clearUnfinishedRuns } from '../../store/roll-back.ts'
import { tableOf } from '../../store/tables.ts'
import { OWN_LOCK } from '../../store/writer-lock.ts'
import type { Manifest } from '../snapshot/manifest.ts'
import { writeSnapshot } from '../snapshot/write-snapshot.ts'
import { type ChangesPage, runsOf } from './changes-page.ts'
import { openFolder as openFolderOf, type PullOrigin } from './origin.ts'
import { pull } from './pull.ts'

const home = mkdtempSync(join(tmpdir(), 'almanac-pull-'))
const early = join(home, 'early')
const folder = join(home, 'snapshot')
const workDir = join(home, 'work')
/** What the origin answered when it had nine runs, and when it had eleven. */
let atNine: Record<string, string>
let atEleven: Record<string, string>
/** Its changes in small pages, by cursor. */
const pages = new Map<string, ChangesPage>()
let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await fillFirst(app)
  await writeSnapshot(app.app.store, { folder })
  cpSync(folder, early, { recursive: true })
  await fillLater(app)
  atNine = await responsesOf(app)
  expect(await writeSnapshot(app.app.store, { folder })).toMatchObject({ run: 9, runs: 4, rows: 7 })
  await fillMore(app)
  atEleven = await responsesOf(app)
  for (let cursor = '0', isComplete = false; !isComplete; ) {
    const { body } = await app.get(`/meta/changes?since=${cursor}&limit=1`)
    pages.set(cursor, body as ChangesPage)
    ;({ cursor, isComplete } = body as ChangesPage)
  }
  await app.stop()
})
beforeEach(async () => {
  app = await TestApp.start()
  return () => app.stop()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const openFolder = (from: string) => openFolderOf(from, app.app.store.facts)
const pullFrom = (origin: PullOrigin) => pull(app.app.store, origin, { workDir })

/** The origin as it answered: a cursor between runs is the number of the run before it. */
function recorded(from: string): PullOrigin {
  const byRun = new Map([...pages].map(([cursor, page]) => [cursor.split('.0.0.')[0], page]))
  return {
    ...openFolder(from),
    readChanges: async (cursor) => {
      const page = pages.get(cursor) ?? byRun.get(cursor.split('.0.0.')[0])
      if (page === undefined) throw new Error(`nobody asked for ${cursor}`)
      return page
    },
  }
}

function readManifest(from: string): Manifest {
  return JSON.parse(readFileSync(join(from, 'manifest.json'), 'utf8'))
}

test('default: a replica of a folder answers byte for byte what the origin answered', async () => {
  const steps: string[] = []
  const onProgress = ({ step, runs }: { step: string; runs: string }) =>
    steps.push(`${runs} ${step}`)
  const summary = await pull(app.app.store, openFolder(folder), { workDir, onProgress })
  expect(summary).toEqual({ run: 9, runs: 9, problem: undefined })
  expect(steps).toEqual(
    ['1-5', '6-9'].flatMap((runs) => ['fetching', 'fetched', 'stored'].map((s) => `${runs} ${s}`)),
  )
  expect(await responsesOf(app)).toEqual(atNine)
  expect(await pullFrom(openFolder(folder))).toEqual({ run: 9, runs: 0, problem: undefined })
})

test('behavior: the snapshot first, then changes, in pages that cut runs apart', async () => {
  expect(await pullFrom(recorded(early))).toMatchObject({ run: 11, runs: 11 })
  expect(await responsesOf(app)).toEqual(atEleven)
})

test('behavior: changes alone make the same replica', async () => {
  const origin = { ...recorded(early), readManifest: async () => undefined }
  expect(await pullFrom(origin)).toMatchObject({ run: 11, runs: 11 })
  expect(await responsesOf(app)).toEqual(atEleven)
})

test('behavior: a folder that has grown is followed, part by part', async () => {
  expect(await pullFrom(openFolder(early))).toMatchObject({ run: 5 })
  expect(await pullFrom(openFolder(folder))).toMatchObject({ run: 9, runs: 4 })
  expect(await responsesOf(app)).toEqual(atNine)
})

test('behavior: cut off while it commits, nothing of a batch is seen, and the next pull brings it', async () => {
  const { store } = app.app
  await pullFrom(openFolder(early))
  const before = await responsesOf(app)
  const runs = [...pages.values()].flatMap(runsOf).filter(({ id }) => id > 5 && id < 10)
  // As a kill leaves it: runs that are being committed, and some of their rows.
  await store.journal.writeAll(runs.map(({ sums: _, ...run }) => ({ ...run, state: 'committing' })))
  await store.engine.insert(tableOf(prices), [
    { coin: BITCOIN, atSec: 1, priceUsd: 1, confidence: null, run: 6, quality: 'ok' },
    { coin: BITCOIN, atSec: 1, priceUsd: 2, confidence: null, run: 7, quality: 'ok' },
  ])
  const pair = { fact: 'prices', identity: [BITCOIN, '1'], replacedRun: 6, byRun: 7 }
  await store.engine.insert(REPLACEMENTS, [pair])
  // What opening the store does first.
  await clearUnfinishedRuns(store, OWN_LOCK)
  expect(await store.journal.find(6)).toMatchObject({ state: 'failed' })
  const seen = await responsesOf(app)
  for (const url of Object.keys(before).filter((url) => !url.startsWith('/meta/')))
    expect(seen[url]).toBe(before[url])
  expect(await pullFrom(openFolder(folder))).toMatchObject({ run: 9, runs: 4 })
  expect(await responsesOf(app)).toEqual(atNine)
  const reopened = await Journal.open(store.engine, store.placement)
  expect(await reopened.listAfter(0)).toEqual(await store.journal.listAfter(0))
})

test('behavior: cut off twice at the same runs, it is taken back twice', async () => {
  const { store } = app.app
  await pullFrom(openFolder(early))
  const runs = [...pages.values()].flatMap(runsOf).filter(({ id }) => id > 5 && id < 10)
  const begun = runs.map(({ sums: _, ...run }) => ({ ...run, state: 'committing' as const }))
  for (let time = 0; time < 2; time++) {
    await store.alone(async () => {
      await store.journal.writeAll(begun)
      await store.engine.insert(tableOf(prices), [
        { coin: BITCOIN, atSec: 1, priceUsd: 1, confidence: null, run: 6, quality: 'ok' },
      ])
    })
    // The next start reads the journal from its table: `failed` of the first time is older.
    const { journal, placement, engine } = store
    const reopened = await Journal.open(engine, placement)
    expect(reopened.unfinished().map(({ id }) => id)).toEqual(begun.map(({ id }) => id))
    expect(reopened.fence).toBe(journal.fence)
    await clearUnfinishedRuns(store, OWN_LOCK)
    expect(await findDamage(engine, await Journal.open(engine, placement), [prices])).toEqual([])
  }
  expect(await pullFrom(openFolder(folder))).toMatchObject({ run: 9, runs: 4 })
  expect(await responsesOf(app)).toEqual(atNine)
})

test('behavior: a snapshot does not tell where modules are on its machine', async () => {
  await pullFrom(openFolder(folder))
  const { engine } = app.app.store
  expect(await engine.query(sql`SELECT address, codeHash FROM almanac.fact_run_receipts`)).toEqual([
    { address: null, codeHash: 'c' },
  ])
})

test('error: a store with runs of its own is left alone', async () => {
  await app.put(prices, [{ coin: BITCOIN, atSec: 1, priceUsd: 1, confidence: null }])
  await expect(pullFrom(openFolder(folder))).rejects.toThrow('where no part of')
  for (let run = 2; run <= 5; run++)
    await app.put(prices, [{ coin: BITCOIN, atSec: run, priceUsd: 1, confidence: null }])
  await expect(pullFrom(openFolder(folder))).rejects.toThrow('This store has runs that')
  expect(app.app.store.journal.latest).toBe(5)
})

const flipByte = (path: string) => {
  const bytes = readFileSync(path)
  bytes.writeUInt8((bytes.at(40) ?? 0) ^ 1, 40)
  writeFileSync(path, bytes)
}
const editManifest = (from: string, edit: (manifest: Manifest) => object) =>
  writeFileSync(join(from, 'manifest.json'), JSON.stringify(edit(readManifest(from))))

test.each([
  ['a flipped byte', 'SHA-256', (from: string) => flipByte(join(from, '1-5/tokens.parquet'))],
  [
    'a cut file',
    'bytes instead of',
    (from: string) => truncateSync(join(from, '1-5/runs.parquet'), 99),
  ],
  ['a missing file', 'is missing', (from: string) => rmSync(join(from, '1-5/protocols.parquet'))],
  ['no manifest', 'has no manifest', (from: string) => rmSync(join(from, 'manifest.json'))],
  [
    'a cut manifest',
    'not valid JSON',
    (from: string) => truncateSync(join(from, 'manifest.json'), 99),
  ],
  [
    'another format',
    'has format 2',
    (from: string) => editManifest(from, (m) => ({ ...m, format: 2 })),
  ],
  [
    'a path out of the folder',
    'path must be 1-5/protocols.parquet',
    (from: string) =>
      editManifest(from, (manifest) => {
        for (const file of manifest.parts[0]?.files ?? []) file.path = `../${file.path}`
        return manifest
      }),
  ],
  [
    'other columns',
    'of another version: prices',
    (from: string) =>
      editManifest(from, (m) => ({ ...m, facts: { ...m.facts, prices: { coin: 'String' } } })),
  ],
])('error: %s is told, and nothing is written', async (_, message, damage) => {
  const copy = mkdtempSync(join(home, 'damaged-'))
  cpSync(folder, copy, { recursive: true })
  damage(copy)
  await expect(pullFrom(openFolder(copy))).rejects.toThrow(message)
  const { journal, engine } = app.app.store
  expect(await journal.listAfter(0)).toEqual([])
  const left = await engine.query(
    sql`SELECT table FROM system.parts WHERE database = 'almanac' AND active AND rows > 0 AND table LIKE 'fact%'`,
  )
  expect(left).toEqual([])
})

test('error: rows that are not those of the origin are refused', async () => {
  const origin = recorded(folder)
  const { readChanges } = origin
  const changed: PullOrigin = {
    ...origin,
    readManifest: async () => undefined,
    readChanges: async (cursor) => {
      const page = structuredClone((await readChanges?.(cursor)) as ChangesPage)
      for (const row of page.rows) if (row.fact === 'tokens') row.values.symbol = 'BTX'
      return page
    },
  }
  await expect(pullFrom(changed)).rejects.toThrow('tokens in run 2 are not those of the origin')
  expect(app.app.store.journal.latest).toBe(1)
  expect(await pullFrom(origin)).toMatchObject({ run: 11 })
  expect(await responsesOf(app)).toEqual(atEleven)
})
