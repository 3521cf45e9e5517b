import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { prices, supplies } from '../domains/coins/facts.ts'
import { identifiers, sql } from '../lib/sql.ts'
import { findDamage } from '../store/damage.ts'
import { type Fact, sourceColumns } from '../store/fact.ts'
import { tableOf } from '../store/tables.ts'
import { dropVersions, type KeepVersions } from './drop-versions.ts'
import { commitRows, newRun } from './run.ts'
import { undoRuns } from './undo.ts'

const DAY_MS = 86_400_000
const NOW_MS = NOW_SEC * 1000
const AT = NOW_SEC - 60 * 86_400
const keep = (fact: Fact, days: number): KeepVersions => ({
  allDays: undefined,
  byFact: new Map([[fact.name, days]]),
})
const clockAt = (day: number) => ({ nowMs: () => NOW_MS + day * DAY_MS })
let service: TestApp
beforeAll(async () => {
  service = await TestApp.start()
})
afterAll(() => service.stop())

/** Commits rows as they were known on a day, counted from now. */
async function put(fact: Fact, day: number, rows: Record<string, unknown>[]): Promise<number> {
  const options = { source: 'test', clock: clockAt(day) }
  const { id } = await commitRows(service.app.store, options, async () => ({
    rows: [{ fact, rows }],
    counts: { accepted: rows.length, rejected: 0, held: 0 },
  }))
  return id
}

const price = (coin: string, priceUsd: number, quality = 'ok') => ({
  ...{ coin, atSec: AT, priceUsd, confidence: null, quality },
})

function readAll(fact: Fact, run: number): Promise<unknown[]> {
  const snapshot = service.app.store.snapshotOf(run)
  const columns = identifiers([...sourceColumns(fact), 'run', 'quality'])
  return snapshot.query(sql`SELECT ${columns} FROM ${snapshot.current(fact)} ORDER BY ALL`)
}

async function expectCounted(): Promise<void> {
  const { engine, journal, facts } = service.app.store
  expect(await findDamage(engine, journal, facts.values())).toEqual([])
  expect(journal.unfinished()).toEqual([])
}

test('behavior: responses from the horizon on are the same before and after', async () => {
  const { store } = service.app
  // A small generator with a fixed seed: the same world each time.
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const row = () => ({
    coin: `random:${next(6)}`,
    atSec: AT + next(3),
    circulating: next(100),
    quality: next(5) === 0 ? 'held' : 'ok',
  })
  const runs: number[] = []
  for (let index = 0; index < 14; index++) {
    const day = -200 + index
    if (index === 5 || index === 9) {
      const choose = () => [Number(runs[index - 2])]
      runs.push((await undoRuns(store, { clock: clockAt(day), choose })).id)
    } else if (index === 11) {
      runs.push(
        (await undoRuns(store, { clock: clockAt(day), choose: () => [Number(runs[5])] })).id,
      )
    } else {
      const rows = Array.from({ length: 8 + next(8) }, row)
      const distinct = new Map(rows.map((one) => [`${one.coin} ${one.atSec}`, one]))
      runs.push(await put(supplies, day, [...distinct.values()]))
    }
  }
  const horizon = Number(runs[10])
  const later = runs.filter((run) => run >= horizon)
  const before = await Promise.all(later.map((run) => readAll(supplies, run)))
  const readNewest = async (run: number) =>
    (await store.journal.totalsAt(run)).of(supplies.name).newestSec
  const counts = await Promise.all(later.map(readNewest))
  const [dropped] = await dropVersions(store, clockAt(-189.5), keep(supplies, 0.5))
  expect(dropped?.rows).toBeGreaterThan(5)
  expect(store.journal.dropped.upTo(supplies.name)).toBe(horizon)
  expect(await Promise.all(later.map((run) => readAll(supplies, run)))).toEqual(before)
  expect(await Promise.all(later.map(readNewest))).toEqual(counts)
  await expectCounted()
  expect(await dropVersions(store, clockAt(-185), keep(supplies, 10_000))).toEqual([])
})

test('behavior: superseded versions go, the newest and held ones stay', async () => {
  const { store } = service.app
  const first = await put(prices, -50, [
    ...[price('x:a', 100), price('x:b', 5), price('x:c', 1)],
    price('x:h', 9, 'held'),
  ])
  const second = await put(prices, -40, [price('x:a', 110), price('x:c', 2, 'held')])
  const third = await put(prices, -35, [price('x:a', 120), price('x:b', 6)])
  const fourth = await put(prices, -10, [price('x:a', 130)])
  const fifth = await put(prices, -1, [price('x:b', 7)])
  const before = await Promise.all([third, fourth, fifth].map((run) => readAll(prices, run)))
  // 30 days ago the third run was the newest: 100, 110 and 5 had been replaced by then.
  expect(await dropVersions(store, clockAt(0), keep(prices, 30))).toEqual([
    { fact: 'prices', rows: 3 },
  ])
  const left = await store.engine.query(
    sql`SELECT run, coin, priceUsd, quality FROM ${tableOf(prices)} ORDER BY run, coin`,
  )
  expect(left).toEqual([
    { run: first, coin: 'x:c', priceUsd: 1, quality: 'ok' },
    { run: first, coin: 'x:h', priceUsd: 9, quality: 'held' },
    { run: second, coin: 'x:c', priceUsd: 2, quality: 'held' },
    { run: third, coin: 'x:a', priceUsd: 120, quality: 'ok' },
    { run: third, coin: 'x:b', priceUsd: 6, quality: 'ok' },
    { run: fourth, coin: 'x:a', priceUsd: 130, quality: 'ok' },
    { run: fifth, coin: 'x:b', priceUsd: 7, quality: 'ok' },
  ])
  expect(await Promise.all([third, fourth, fifth].map((run) => readAll(prices, run)))).toEqual(
    before,
  )
  // Eight rows were brought, three are gone.
  expect((await store.journal.totalsAt(store.journal.latest)).of('prices').rows).toBe(7)
  await expectCounted()

  const at = (day: number) => `asOf=${NOW_SEC + day * 86_400}`
  const old = await service.get(`/meta/facts/prices?coin=x:a&${at(-38)}`)
  expect(old).toMatchObject({
    status: 400,
    body: {
      error: 'invalid_parameter',
      message: expect.stringContaining(
        `Superseded versions of prices were dropped up to run ${third}`,
      ),
    },
  })
  expect((await service.get(`/meta/facts/prices?coin=x:a&${at(-34)}`)).status).toBe(200)
  const current = `/prices/current/x:a?searchWidth=90d`
  expect((await service.get(`${current}&${at(-38)}`)).status).toBe(400)
  expect((await service.get(`${current}&${at(-34)}`)).body).toMatchObject({
    coins: { 'x:a': { price: 120 } },
  })
  expect((await service.get(`/meta/runs/${first}`)).body).toMatchObject({ dropped: { prices: 2 } })
  expect((await service.get(`/meta/runs/${fifth + 1}`)).body).toMatchObject({
    source: 'retention',
    note: 'dropped superseded versions: 3 of prices',
    droppedUpTo: { prices: third },
  })
  // The old price of the third run is gone, that of the fourth is not.
  expect((await service.get(`/meta/revisions?fact=prices&coin=x:a`)).body).toMatchObject([
    { run: third, previousRun: 0, old: {}, new: { priceUsd: 120 } },
    { run: fourth, previousRun: third, old: { priceUsd: 120 }, new: { priceUsd: 130 } },
  ])
})

test('behavior: a run whose predecessors are gone cannot be undone, a later one can', async () => {
  const { store } = service.app
  const [third, fourth] = [store.journal.latest - 3, store.journal.latest - 2]
  await expect(undoRuns(store, { clock: clockAt(0), choose: () => [third] })).rejects.toThrow(
    `Run ${third} cannot be undone: versions of prices that it may have replaced were dropped`,
  )
  const { id } = await undoRuns(store, { clock: clockAt(0), choose: () => [fourth] })
  expect(await readAll(prices, id)).toMatchObject([
    { coin: 'x:a', priceUsd: 120 },
    { coin: 'x:b', priceUsd: 7 },
    { coin: 'x:c', priceUsd: 1 },
  ])
})

test('behavior: cut off before or after rows went, it is ended by the next run', async () => {
  const { store } = service.app
  const clock = clockAt(1)
  for (const isDeleted of [false, true]) {
    await put(prices, 1, [price('x:d', 1)])
    const newest = await put(prices, 1, [price('x:d', 2)])
    const run = newRun(store, { source: 'retention', clock })
    const droppedUpTo = { prices: newest }
    await store.journal.write({ ...run, state: 'committing', droppedUpTo })
    if (isDeleted)
      await store.engine.ddl(
        sql`ALTER TABLE ${tableOf(prices)} DELETE WHERE coin = 'x:d' AND run < ${newest} SETTINGS mutations_sync = 2`,
      )
    await put(prices, 1, [price('x:e', 3)])
    expect(await store.journal.find(run.id)).toMatchObject({ state: 'committed', droppedUpTo })
    const rows = await store.engine.query(
      sql`SELECT run, priceUsd FROM ${tableOf(prices)} WHERE coin = 'x:d'`,
    )
    expect(rows).toEqual([{ run: newest, priceUsd: 2 }])
    await expectCounted()
  }
})

test('behavior: facts that are not there, or whose versions are events, are refused by name', async () => {
  const { store } = service.app
  const of = (name: string) => ({ allDays: undefined, byFact: new Map([[name, 3]]) })
  await expect(dropVersions(store, clockAt(2), of('price'))).rejects.toThrow(
    'There is no fact price. Did you mean prices?',
  )
  await expect(dropVersions(store, clockAt(2), of('quality_holds'))).rejects.toThrow(
    'Versions of quality_holds are events and are kept for good.',
  )
})
