import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyTables, makeEngineDir } from '../../test/support/worker-engine.ts'
import { createClock } from '../lib/clock.ts'
import { sql } from '../lib/sql.ts'
import { t } from '../store/columns.ts'
import { openEmbeddedEngine } from '../store/embedded-engine.ts'
import type { Engine } from '../store/engine.ts'
import { defineFact, type Fact } from '../store/fact.ts'
import { Store } from '../store/store.ts'
import { tableOf } from '../store/tables.ts'
import { commitRows, commitRun, type RunResult } from './run.ts'

const apples = defineFact({
  name: 'apples',
  describe: 'Apples',
  key: { id: t.text('its id') },
  values: { grams: t.float('its weight') },
})
const pears = defineFact({
  name: 'pears',
  describe: 'Pears',
  key: { id: t.text('its id') },
  values: { grams: t.float('its weight') },
})
const clock = createClock('2026-01-14T12:00:00Z')
let folder: string
/** Keeps the engine loaded from test to test. */
let engine: Engine
let store: Store

beforeAll(async () => {
  folder = await makeEngineDir()
  engine = await openEmbeddedEngine(folder)
})
beforeEach(async () => {
  await emptyTables(engine)
  store = await Store.open({ facts: [apples, pears], path: folder })
})
afterEach(() => store.close())
afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

function putBoth(id: string): Promise<RunResult> {
  return commitRun(store, { source: 'test', clock }, async (stage) => {
    await stage.insertRows(apples, [{ id, grams: 100 }])
    await stage.insertRows(pears, [{ id, grams: 200 }])
    return { accepted: 2, rejected: 1, held: 3 }
  })
}

/** The same, without a stage. */
function makeBoth(id: string): Promise<RunResult> {
  return commitRows(store, { source: 'test', clock }, async () => ({
    rows: [
      { fact: apples, rows: [{ id, grams: 100 }] },
      { fact: pears, rows: [{ id, grams: 200, quality: 'selfReported' }] },
      { fact: apples, rows: [] },
    ],
    counts: { accepted: 2, rejected: 1, held: 3 },
  }))
}

const WAYS = [
  ['through a stage', putBoth],
  ['straight into the tables', makeBoth],
] as const

/** Rows of a fact that a reader sees. */
function visible(fact: Fact): Promise<unknown[]> {
  const snapshot = store.snapshot()
  return snapshot.query(sql`SELECT id FROM ${snapshot.current(fact)}`)
}

async function rowsOf(fact: Fact): Promise<string[]> {
  return (
    await store.engine.query<{ id: string }>(sql`SELECT id FROM ${tableOf(fact)} ORDER BY id`)
  ).map(({ id }) => id)
}

/** Lets the engine fail, as a full disk would, on the first call that `when` picks. */
function failOnce(
  method: 'ddl' | 'insert' | 'onShards',
  when: (...args: unknown[]) => boolean,
): void {
  const engine = store.engine as { -readonly [N in keyof Store['engine']]: Store['engine'][N] }
  const real = engine[method] as (...args: unknown[]) => Promise<void>
  engine[method] = async (...args: unknown[]) => {
    if (!when(...args)) return real(...args)
    engine[method] = real
    throw new Error('no space left on device')
  }
}

async function expectNothingOf(id: string): Promise<void> {
  expect(await rowsOf(apples)).not.toContain(id)
  expect(await rowsOf(pears)).not.toContain(id)
  expect((await store.journal.listAfter(0)).at(-1)).toMatchObject({
    state: 'failed',
    note: 'no space left on device',
  })
  // The next run raises the newest visible one past the failed: nothing of it may then appear.
  await putBoth('after')
  expect([await rowsOf(apples), await rowsOf(pears)]).toEqual([['after'], ['after']])
}

test('default: one run may bring rows of several facts and counts what it was told', async () => {
  const run = await putBoth('a')
  expect(run).toMatchObject({
    id: 1,
    state: 'committed',
    facts: ['apples', 'pears'],
    accepted: 2,
    rejected: 1,
    held: 3,
    alreadyKnown: false,
  })
  expect(store.journal.versionOf('apples')).toBe(1)
  expect(await store.journal.find(1)).toMatchObject({ state: 'committed' })
})

test('behavior: rows are stamped with the run and when it began', async () => {
  await putBoth('a')
  const snapshot = store.snapshot()
  const rows = await snapshot.query(
    sql`SELECT run, toUnixTimestamp64Milli(recordedAt) AS ms, quality FROM ${snapshot.current(apples)}`,
  )
  expect(rows).toEqual([{ run: 1, ms: Date.parse('2026-01-14T12:00:00Z'), quality: 'ok' }])
})

test('behavior: nothing is visible before the commit, and listeners hear of it after', async () => {
  const heard: string[][] = []
  store.onCommit((facts) => heard.push(facts))
  await commitRun(store, { source: 'test', clock }, async (stage) => {
    await stage.insertRows(apples, [{ id: 'a', grams: 1 }])
    expect(await rowsOf(apples)).toEqual([])
    expect(await stage.countRows()).toBe(1)
    expect(heard).toEqual([])
    return { accepted: 1, rejected: 0, held: 0 }
  })
  expect(await rowsOf(apples)).toEqual(['a'])
  expect(heard).toEqual([['apples']])
})

test('behavior: an empty run is committed and changes no version', async () => {
  const run = await commitRun(store, { source: 'test', clock }, async () => ({
    accepted: 0,
    rejected: 4,
    held: 0,
  }))
  expect(run).toMatchObject({ state: 'committed', facts: [], rejected: 4 })
  expect(store.journal.versionOf('apples')).toBe(0)
})

test('error: when the second table cannot be given its stage, the rows of the first are taken back', async () => {
  failOnce(
    'onShards',
    (sql) => String(sql).includes('ATTACH') && String(sql).includes('fact_pears'),
  )
  await expect(putBoth('a')).rejects.toThrow('no space left')
  await expectNothingOf('a')
})

test.each(WAYS)(
  'error: when the commit itself cannot be written, rows that came %s are taken back',
  async (_, put) => {
    failOnce('insert', (_, rows) => (rows as { state?: string }[])[0]?.state === 'committed')
    await expect(put('a')).rejects.toThrow('no space left')
    await expectNothingOf('a')
  },
)

test.each(WAYS)(
  'error: when taking back what came %s fails too, the next run begins by doing it',
  async (_, put) => {
    failOnce('insert', (_, rows) => (rows as { state?: string }[])[0]?.state === 'committed')
    failOnce('onShards', (sql) => String(sql).includes('DELETE'))
    await expect(put('a')).rejects.toThrow('no space left')
    expect(await visible(apples)).toEqual([])
    await put('after')
    expect([await rowsOf(apples), await rowsOf(pears)]).toEqual([['after'], ['after']])
  },
)

test('error: a run that cannot even begin lets the next one in', async () => {
  failOnce('insert', () => true)
  await expect(putBoth('a')).rejects.toThrow('no space left')
  expect(await putBoth('b')).toMatchObject({ state: 'committed' })
})

test('behavior: rows made by code go straight into their tables, stamped alike, and never through a stage', async () => {
  failOnce('ddl', () => true)
  failOnce('onShards', () => true)
  expect(await makeBoth('a')).toMatchObject({
    id: 1,
    state: 'committed',
    facts: ['apples', 'pears'],
    accepted: 2,
    rejected: 1,
    held: 3,
    alreadyKnown: false,
  })
  const snapshot = store.snapshot()
  const rows = await snapshot.query(
    sql`SELECT id, run, toUnixTimestamp64Milli(recordedAt) AS ms, quality FROM ${snapshot.current(pears)}`,
  )
  expect(rows).toEqual([
    { id: 'a', run: 1, ms: Date.parse('2026-01-14T12:00:00Z'), quality: 'selfReported' },
  ])
  // The same again is another run: what was made here never comes from a file a second time.
  expect(await makeBoth('a')).toMatchObject({ id: 2, alreadyKnown: false })
})

test('behavior: rows made by code are seen only after the commit', async () => {
  let before: unknown
  failOnce('insert', (_, rows) => {
    if ((rows as { state?: string }[])[0]?.state === 'committed') before = visible(apples)
    return false
  })
  await makeBoth('a')
  expect(await before).toEqual([])
  expect(await visible(apples)).toEqual([{ id: 'a' }])
})

test('error: when the second table cannot take rows made by code, those of the first are taken back', async () => {
  failOnce('insert', (table) => String(table).includes('fact_pears'))
  await expect(makeBoth('a')).rejects.toThrow('no space left')
  await expectNothingOf('a')
})

test('error: rows that cannot be made are a failed run, and nothing was asked of the tables', async () => {
  await expect(
    commitRows(store, { source: 'test', clock }, () => Promise.reject(new Error('no response'))),
  ).rejects.toThrow('no response')
  expect(await store.journal.listAfter(0)).toMatchObject([
    { id: 1, state: 'failed', note: 'no response' },
  ])
  expect(await makeBoth('b')).toMatchObject({ id: 2, state: 'committed' })
})

test('behavior: a clock that is set back does not make times of runs decrease', async () => {
  const at = (iso: string) => ({ source: 'test', clock: createClock(iso) })
  const put = (iso: string, id: string) =>
    commitRows(store, at(iso), async () => ({
      rows: [{ fact: apples, rows: [{ id, grams: 1 }] }],
      counts: { accepted: 1, rejected: 0, held: 0 },
    }))
  await put('2026-01-14T12:00:00Z', 'a')
  const second = await put('2026-01-14T09:00:00Z', 'b')
  await put('2026-01-14T12:30:00Z', 'c')
  expect(new Date(second.atMs).toISOString()).toBe('2026-01-14T12:00:00.000Z')
  const runAt = (iso: string) => store.journal.latestAt(Date.parse(iso))
  expect(await runAt('2026-01-14T11:59:59Z')).toBe(0)
  expect(await runAt('2026-01-14T12:00:00Z')).toBe(2)
  expect(await runAt('2026-01-14T12:30:00Z')).toBe(3)
})

test('behavior: a journal whose times decreased is read as if they had not', async () => {
  for (const id of ['a', 'b', 'c']) await makeBoth(id)
  // As an older version wrote it: the second run three hours before the first.
  const runs = await store.journal.listAfter(0)
  const atMs = ['12:00', '09:00', '12:30'].map((time) => Date.parse(`2026-01-14T${time}:00Z`))
  await store.journal.writeAll(
    runs.map((run, index) => ({ ...run, atMs: atMs[index] ?? 0, revision: 1 })),
  )
  await store.close()
  store = await Store.open({ facts: [apples, pears], path: folder })
  const times = ['08:00', '09:00', '11:59', '12:00', '12:30']
  const found = times.map((time) => store.journal.latestAt(Date.parse(`2026-01-14T${time}:00Z`)))
  expect(await Promise.all(found)).toEqual([0, 0, 0, 2, 3])
})
