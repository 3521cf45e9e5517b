import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_ISO, NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { prices } from '../domains/coins/public.ts'
import { sql } from '../lib/sql.ts'
import { DEMO_SOURCE } from '../runs/remove-demo.ts'
import { commitRun } from '../runs/run.ts'
import { findDamage } from '../store/damage.ts'
import { Journal } from '../store/journal.ts'
import { tableOf } from '../store/tables.ts'
import { runLine } from './run-for-tests.ts'
import { localRuns } from './runs.ts'

const COIN = 'aggregator:example'
const OTHER = 'aggregator:other'
const AT = NOW_SEC - 600
const NOW = new Date(NOW_ISO).toISOString()
const PRICES = `/prices/current/${COIN},${OTHER}`
let service: TestApp

beforeAll(async () => {
  service = await TestApp.start()
  await put('import', [{ coin: COIN, priceUsd: 100 }])
  await put('import', [{ coin: COIN, priceUsd: 110 }])
})
afterAll(() => service.stop())

async function put(source: string, rows: Record<string, unknown>[]): Promise<number> {
  const { store, clock } = service.app
  const run = await commitRun(store, { source, clock, note: `by ${source}` }, async (stage) => {
    const made = rows.map((row) => ({ atSec: AT, confidence: null, ...row }))
    await stage.insertRows(prices, made)
    return { accepted: rows.length, rejected: 0, held: 0 }
  })
  return run.id
}

/** What a command prints. */
async function say(...args: string[]): Promise<string[]> {
  const { store, clock } = service.app
  return (await runLine(args, { operations: localRuns(store, clock) })).lines
}

async function served(): Promise<unknown> {
  const { body } = await service.get(PRICES)
  const { coins } = body as { coins: Record<string, { price: number }> }
  return Object.fromEntries(Object.entries(coins).map(([coin, { price }]) => [coin, price]))
}

test('default: a run is listed, shown, undone and brought back', async () => {
  expect(await say('runs', 'list', '--limit', '1')).toEqual([
    'run  state      source  at                        accepted  rejected  held  note',
    `2    committed  import  ${NOW}  1         0         0     by import`,
  ])
  expect(await say('runs', 'undo', '2')).toEqual([
    'Run 2 is undone by run 3: 1 rows of prices are no longer served. To bring them back: almanac runs undo 3',
  ])
  expect(await served()).toEqual({ [COIN]: 100 })
  expect((await say('runs', 'show', '2'))[1]).toBe('state     undone by 3')
  expect(await say('runs', 'list', '--source', 'undo')).toEqual([
    'run  state      source  at                        accepted  rejected  held  note',
    `3    committed  undo    ${NOW}  0         0         0     undoes run 2`,
  ])
  expect(await say('runs', 'undo', '3', '--note', 'it was right')).toEqual([
    'Run 3 is undone by run 4: what it took back (run 2) is served again.',
  ])
  expect((await say('runs', 'show', '4')).at(-1)).toBe('note      it was right')
  expect(await served()).toEqual({ [COIN]: 110 })
})

test('behavior: the demo world leaves a store that has other data, and its rows the disk', async () => {
  const demo = await put(DEMO_SOURCE, [
    { coin: COIN, priceUsd: 1 },
    { coin: OTHER, priceUsd: 2 },
  ])
  expect(await served()).toEqual({ [COIN]: 1, [OTHER]: 2 })
  expect((await service.get(PRICES)).headers['x-data-source']).toBe('demo')
  expect(await say('demo', 'remove')).toEqual([
    `The demo world was removed by run ${demo + 1}: 1 runs with 2 rows. Set ALMANAC_DEMO=off, so that an empty store stays empty.`,
  ])
  expect(await served()).toEqual({ [COIN]: 110 })
  expect((await service.get(PRICES)).headers['x-data-source']).toBeUndefined()
  const { store } = service.app
  const { engine, placement, facts } = store
  const rows = await engine.query(sql`SELECT run, priceUsd FROM ${tableOf(prices)} ORDER BY run`)
  expect(rows).toEqual([
    { run: 1, priceUsd: 100 },
    { run: 2, priceUsd: 110 },
  ])
  // As the next start finds it.
  const reopened = await Journal.open(engine, placement)
  expect(await reopened.find(demo)).toMatchObject({
    state: 'failed',
    note: 'the demo world was removed',
  })
  // The undo of the undo alone: that of the demo world names nothing more.
  expect(reopened.undone.inForceAt(demo + 1).map(({ id }) => id)).toEqual([4])
  expect(await findDamage(engine, reopened, facts.values())).toEqual([])
  await expect(say('demo', 'remove')).rejects.toThrow('The store has no demo world.')
})

test('behavior: versions that were superseded long ago are dropped by hand', async () => {
  expect(await say('runs', 'drop-versions', 'prices=30')).toEqual([
    'No version was superseded that long ago.',
  ])
  // 40 days later 110 has been superseded for as long, and 100 by a run that was undone once.
  const { store } = service.app
  const clock = { nowMs: () => NOW_SEC * 1000 + 40 * 86_400_000 }
  const next = await put('import', [{ coin: COIN, priceUsd: 120 }])
  const args = ['runs', 'drop-versions', 'prices=30']
  const { lines } = await runLine(args, { operations: localRuns(store, clock) })
  expect(lines).toEqual(['fact    versions dropped', 'prices  1'])
  const rows = await store.engine.query(
    sql`SELECT run, priceUsd FROM ${tableOf(prices)} ORDER BY run`,
  )
  // Run 2 was undone and brought back, so that what it replaced stays; 120 replaced its 110.
  expect(rows).toEqual([
    { run: 1, priceUsd: 100 },
    { run: next, priceUsd: 120 },
  ])
})

test.each([
  [['drop-versions'], 'usage: almanac runs drop-versions <days>'],
  [['drop-versions', 'soon'], 'days must be days, such as 30'],
  [['undo'], 'usage: almanac runs undo <run>'],
  [['undo', 'x'], 'usage: almanac runs undo <run>'],
  [['undo', '99'], 'There is no run 99.'],
  [['show', '99'], 'There is no run 99.'],
  [['list', '--limit', '0'], '--limit must be a whole number from 1 to 10000, not "0"'],
  [['delete', '1'], 'usage: almanac runs list'],
])('error: %j', async (args, message) => {
  await expect(say('runs', ...args)).rejects.toThrow(message)
})
