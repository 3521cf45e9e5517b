import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { prices } from '../domains/coins/public.ts'
import { sql } from '../lib/sql.ts'
import { commitRun } from './run.ts'
import { undoRuns } from './undo.ts'

const FIRST = 'aggregator:first'
const SECOND = 'aggregator:second'
const AT = NOW_SEC - 600
let service: TestApp
let mistake: number

beforeAll(async () => {
  service = await TestApp.start()
  await put([{ coin: FIRST, atSec: AT, priceUsd: 100 }])
  mistake = await put([
    { coin: FIRST, atSec: AT, priceUsd: 110 },
    { coin: SECOND, atSec: AT, priceUsd: 7 },
  ])
})
afterAll(() => service.stop())

async function put(rows: Record<string, unknown>[]): Promise<number> {
  const { store, clock } = service.app
  const run = await commitRun(store, { source: 'import', clock }, async (stage) => {
    await stage.insertRows(
      prices,
      rows.map((row) => ({ confidence: null, ...row })),
    )
    return { accepted: rows.length, rejected: 0, held: 0 }
  })
  return run.id
}

async function undo(id: number): Promise<number> {
  const { store, clock } = service.app
  return (await undoRuns(store, { clock, choose: () => [id] })).id
}

/** Prices that are served, by coin. */
async function served(more = ''): Promise<Record<string, number>> {
  const { body } = await service.get(`/prices/current/${FIRST},${SECOND}?searchWidth=24h${more}`)
  const { coins } = body as { coins: Record<string, { price: number }> }
  return Object.fromEntries(Object.entries(coins).map(([coin, { price }]) => [coin, price]))
}

test('behavior: an undone run is not served, the revisions say so, and undoing the undo brings it back', async () => {
  expect(await served()).toEqual({ [FIRST]: 110, [SECOND]: 7 })
  const { store } = service.app
  const undone = await undo(mistake)
  expect(undone).toBe(mistake + 1)
  expect(await served()).toEqual({ [FIRST]: 100 })
  // As of the mistake nothing had been undone.
  const before = store.snapshotOf(mistake)
  expect(
    await before.query(sql`SELECT coin, priceUsd FROM ${before.current(prices)} ORDER BY coin`),
  ).toEqual([
    { coin: FIRST, priceUsd: 110 },
    { coin: SECOND, priceUsd: 7 },
  ])
  expect((await service.get(`/meta/revisions?fact=prices`)).body).toMatchObject([
    {
      run: mistake,
      previousRun: 1,
      key: { coin: FIRST },
      old: { priceUsd: 100 },
      new: { priceUsd: 110 },
    },
    {
      run: undone,
      previousRun: mistake,
      key: { coin: FIRST },
      old: { priceUsd: 110 },
      new: { priceUsd: 100 },
    },
    { run: undone, previousRun: mistake, key: { coin: SECOND }, old: { priceUsd: 7 }, new: {} },
  ])
  // 100 / 110 is 9.09 % less; of the other coin nothing is left to compare.
  const series = await service.get(`/meta/revisions?fact=prices&groupBy=run&order=desc`)
  expect(series.body).toMatchObject([
    {
      run: undone,
      source: 'undo',
      figures: 1,
      changesPct: { priceUsd: { min: expect.closeTo(-9.0909, 4) } },
    },
    { run: undone, figures: 1, changesPct: { priceUsd: { min: null, max: null } } },
    { run: mistake, figures: 1, changesPct: { priceUsd: { min: 10, max: 10 } } },
  ])
  expect((await service.get(`/meta/runs/${mistake}`)).body).toMatchObject({ undoneBy: undone })
  expect((await service.get(`/meta/runs/${undone}`)).body).toMatchObject({ undoes: [mistake] })
  expect((await store.journal.totalsAt(store.journal.latest)).of('prices')).toMatchObject({
    rows: 1,
    newestSec: AT,
  })
  expect((await store.journal.totalsAt(mistake)).of('prices')).toMatchObject({
    rows: 3,
    newestSec: AT,
  })

  const redone = await undo(undone)
  expect(await served()).toEqual({ [FIRST]: 110, [SECOND]: 7 })
  expect((await store.journal.totalsAt(redone)).of('prices')).toMatchObject({
    rows: 3,
    newestSec: AT,
  })
  expect((await service.get(`/meta/revisions?fact=prices&order=desc&limit=2`)).body).toMatchObject([
    {
      run: redone,
      previousRun: 1,
      key: { coin: FIRST },
      old: { priceUsd: 100 },
      new: { priceUsd: 110 },
    },
    { run: redone, previousRun: 0, key: { coin: SECOND }, old: {}, new: { priceUsd: 7 } },
  ])
  await undo(redone)
  expect(await served()).toEqual({ [FIRST]: 100 })
})

test('behavior: what was undone may come again, and later rows replace what is left', async () => {
  const again = await put([
    { coin: FIRST, atSec: AT, priceUsd: 110 },
    { coin: SECOND, atSec: AT, priceUsd: 7 },
  ])
  expect(again).toBeGreaterThan(mistake)
  expect(await served()).toEqual({ [FIRST]: 110, [SECOND]: 7 })
  await put([{ coin: FIRST, atSec: AT, priceUsd: 120 }])
  expect(await served()).toEqual({ [FIRST]: 120, [SECOND]: 7 })
  const changes = await service.get(`/meta/changes?since=${again - 1}&fact=prices`)
  expect(changes.body).toMatchObject({ rows: [{ run: again }, { run: again }, { run: again + 1 }] })
})

test('error: a run that is not there, was undone, or failed cannot be undone', async () => {
  await expect(undo(999)).rejects.toThrow('There is no run 999.')
  await expect(undo(mistake)).rejects.toThrow(`Run ${mistake} was undone by run`)
  const { store, clock } = service.app
  const failing = commitRun(store, { source: 'import', clock }, () =>
    Promise.reject(new Error('no')),
  )
  await expect(failing).rejects.toThrow('no')
  const failed = store.journal.nextId - 1
  await expect(undo(failed)).rejects.toThrow(`Run ${failed} is failed`)
})
