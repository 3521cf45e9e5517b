import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocks, prices } from '../src/domains/coins/facts.ts'
import { createClock } from '../src/lib/clock.ts'
import { sql } from '../src/lib/sql.ts'
import { commitRows } from '../src/runs/run.ts'
import { undoRuns } from '../src/runs/undo.ts'
import { BLOCK_SIZE } from '../src/store/run-block.ts'
import { Store } from '../src/store/store.ts'
import { FIRST_MS, fillRuns } from './support/many-runs.ts'
import { makeEngineDir } from './support/worker-engine.ts'

const RUNS = 50_000
const FIRST_SEC = FIRST_MS / 1000
const path = await makeEngineDir()
const clock = createClock('2026-02-01T00:00:00Z')
let store: Store
const lines: string[] = []

const open = () =>
  Store.open({ facts: [prices, blocks], path, log: (line) => void lines.push(line) })
const totalsAt = async (run: number) => {
  const totals = await store.journal.totalsAt(run)
  return ['prices', 'blocks'].map((fact) => totals.of(fact))
}

beforeAll(async () => {
  const empty = await open()
  await fillRuns(empty.engine, RUNS)
  await empty.close()
  store = await open()
})
afterAll(async () => {
  await store.close()
  rmSync(path, { recursive: true, force: true })
})

test('default: what is known at once is that of the newest run', async () => {
  const { journal, damages } = store
  expect(damages).toEqual([])
  // Run 50,000 failed.
  expect([journal.latest, journal.nextId]).toEqual([49_999, 50_001])
  expect([journal.versionOf('prices'), journal.versionOf('blocks')]).toEqual([49_901, 49_999])
  expect(journal.unfinished()).toEqual([])
  expect([...journal.countByState()].sort()).toEqual([
    ['committed', 45_000],
    ['failed', 5_000],
  ])
  expect(await totalsAt(journal.latest)).toMatchObject([
    { rows: 500, newestSec: FIRST_SEC + 49_901, run: 49_901 },
    { rows: 44_500, newestSec: FIRST_SEC + 49_999, run: 49_999 },
  ])
})

test('behavior: a time of the past finds its run, and what was known then', async () => {
  const { journal } = store
  const at = (seconds: number) => journal.latestAt(FIRST_MS + seconds * 1000)
  // Before the first; between two; where run 12,340 failed; at the edges of a block; now.
  const edge = 3 * BLOCK_SIZE
  const asked = [0.5, 1, 7_777.7, 12_340, edge - 1, edge, 49_000, 99_999]
  expect(await Promise.all(asked.map(at))).toEqual([
    ...[0, 1, 7_777, 12_339, 12_287, 12_288, 48_999, 49_999],
  ])
  expect(await journal.versionAt(['prices'], 12_339)).toBe(12_301)
  expect(await journal.versionAt(['prices'], 12_300)).toBe(12_201)
  expect(await journal.versionAt(['prices', 'blocks'], 12_339)).toBe(12_339)
  // The first price of its block comes later: the last one of the block before counts.
  expect(await journal.versionAt(['prices'], edge + 1)).toBe(12_201)
  expect(await journal.versionAt(['prices'], 0)).toBe(0)
  // Up to 12,339 there are 1,233 failed runs and 124 with a price.
  expect(await totalsAt(12_339)).toMatchObject([
    { rows: 124, newestSec: FIRST_SEC + 12_301, run: 12_301 },
    { rows: 10_982, newestSec: FIRST_SEC + 12_339, run: 12_339 },
  ])
  const [price] = await totalsAt(12_339)
  // 31 timestamps are kept, a hundred seconds apart.
  expect(price?.timestamps).toHaveLength(31)
  expect(price?.timestamps[30]).toBe(FIRST_SEC + 9_301)
  const snapshot = await store.snapshotAt(FIRST_MS + 12_340_000)
  expect(
    await snapshot.query(sql`SELECT max(priceUsd) AS price FROM ${snapshot.current(prices)}`),
  ).toEqual([{ price: 12_301 }])
})

test('behavior: runs are found and listed in pages, also where they are no longer recent', async () => {
  const { journal } = store
  expect(await journal.find(12_340)).toMatchObject({ id: 12_340, state: 'failed', facts: [] })
  expect(await journal.find(101)).toMatchObject({ state: 'committed', rows: { prices: 1 } })
  expect([await journal.find(0), await journal.find(50_001)]).toEqual([undefined, undefined])
  expect([...(await journal.findAll([49_999, 7, 60_000])).keys()].sort()).toEqual([49_999, 7])
  const ids = async (runs: Promise<{ id: number }[]>) => (await runs).map(({ id }) => id)
  expect(await ids(journal.listNewest({}, { limit: 3, before: 1_001 }))).toEqual([1000, 999, 998])
  expect(await ids(journal.listNewest({ state: 'failed' }, { limit: 2, before: 45 }))).toEqual([
    40, 30,
  ])
  const importing = { sourcePrefix: 'imp', fact: 'prices' }
  expect(await ids(journal.listNewest(importing, { limit: 2, before: 350 }))).toEqual([301, 201])
  expect(await journal.listNewest({ source: 'demo', state: 'committed' })).toEqual([])
  expect(await ids(journal.listCommitted(19, 3))).toEqual([21, 22, 23])
  // Over the edge between what is read and what is recent.
  const edge = 11 * BLOCK_SIZE
  expect(await ids(journal.listAfter(edge - 3, 4))).toEqual([edge - 2, edge - 1, edge, edge + 1])
  expect(await ids(journal.listNewest({}, { limit: 4, before: edge + 2 }))).toEqual([
    ...[edge + 1, edge, edge - 1, edge - 2],
  ])
  expect((await journal.listAfter(0)).length).toBe(RUNS)
})

test('behavior: an early run is undone, told as such, and brought back', async () => {
  const undo = await undoRuns(store, { clock, choose: () => [201] })
  expect(undo.id).toBe(50_001)
  expect(await totalsAt(undo.id)).toMatchObject([{ rows: 499 }, { rows: 44_500 }])
  expect(await totalsAt(49_999)).toMatchObject([{ rows: 500 }, { rows: 44_500 }])
  await store.close()
  store = await open()
  expect(store.damages).toEqual([])
  expect([...store.journal.undone.listAt(undo.id)]).toEqual([201])
  expect(await totalsAt(undo.id)).toMatchObject([{ rows: 499, run: 50_001 }, { rows: 44_500 }])
  const redo = await undoRuns(store, { clock, choose: () => [undo.id] })
  expect(await totalsAt(redo.id)).toMatchObject([{ rows: 500 }, { rows: 44_500 }])
  expect(await totalsAt(undo.id)).toMatchObject([{ rows: 499 }, { rows: 44_500 }])
})

test('behavior: an early run that is written down again is counted anew, also after a start', async () => {
  const run = await store.journal.find(4_101)
  if (run === undefined) throw new Error('Run 4,101 is missing.')
  await store.journal.write({ ...run, rows: { prices: 4 }, revision: 1 })
  expect(await totalsAt(store.journal.latest)).toMatchObject([{ rows: 503 }, { rows: 44_500 }])
  await store.close()
  store = await open()
  // Three rows that the journal names are not there.
  expect(store.damages).toMatchObject([
    { fact: 'prices', expected: 503, found: 500, runs: [{ run: 4_101, expected: 4, found: 1 }] },
  ])
  await store.journal.write({ ...run, revision: 2 })
  await store.close()
  store = await open()
  expect(store.damages).toEqual([])
})

test('behavior: an early run that was cut off is found at the start', async () => {
  const run = await store.journal.find(8_202)
  if (run === undefined) throw new Error('Run 8,202 is missing.')
  await store.journal.write({ ...run, state: 'started', revision: 1 })
  expect(store.journal.unfinished()).toMatchObject([{ id: 8_202, state: 'started' }])
  await store.close()
  store = await open()
  // It was taken back, with its row.
  expect(await store.journal.find(8_202)).toMatchObject({ state: 'failed' })
  expect(store.journal.unfinished()).toEqual([])
  expect(store.damages).toEqual([])
  expect(await totalsAt(store.journal.latest)).toMatchObject([{ rows: 500 }, { rows: 44_499 }])
})

test('behavior: runs that are no longer recent leave memory, and nothing else changes', async () => {
  const before = store.journal.latest
  const [first] = await store.journal.listCommitted(before - 1, 1)
  if (first === undefined) throw new Error('The newest run is missing.')
  const made = Array.from({ length: 2 * BLOCK_SIZE }, (_, index) => ({
    ...first,
    ...{ id: before + 1 + index, undoes: [], facts: [], rows: {}, newestSec: {} },
  }))
  await store.journal.writeAll(made)
  const last = before + 2 * BLOCK_SIZE
  expect([store.journal.latest, store.journal.nextId]).toEqual([last, last + 1])
  expect(await totalsAt(last)).toMatchObject([{ rows: 500 }, { rows: 44_499 }])
  const put = await commitRows(store, { source: 'test', clock }, async () => ({
    rows: [{ fact: prices, rows: [{ coin: 'test:b', atSec: 1, priceUsd: 1, confidence: 1 }] }],
    counts: { accepted: 1, rejected: 0, held: 0 },
  }))
  expect(put.id).toBe(last + 1)
  expect(await totalsAt(put.id)).toMatchObject([
    { rows: 501, newestSec: FIRST_SEC + 49_901, run: put.id },
    { rows: 44_499, run: 49_999 },
  ])
  expect(await store.journal.find(before + 1)).toMatchObject({ id: before + 1, source: 'undo' })
})
