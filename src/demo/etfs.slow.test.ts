import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { etfDays } from '../domains/etfs/facts.ts'
import { at, bodyOf } from '../domains/etfs/facts-for-tests.ts'
import { getFlows } from '../domains/etfs/routes/get-flows.ts'
import { getHistory, getHistoryEth } from '../domains/etfs/routes/get-history.ts'
import { getOverview, getOverviewEth } from '../domains/etfs/routes/get-overview.ts'
import { getSnapshot } from '../domains/etfs/routes/get-snapshot.ts'
import { createClock, DAY_SEC, HOUR_SEC } from '../lib/clock.ts'
import { sql } from '../lib/sql.ts'
import { tableOf } from '../store/tables.ts'
import { coinsDemo } from './coins.ts'
import { advanceDemo, createDemo } from './demo-world.ts'
import { etfsDemo } from './etfs.ts'
import { registryDemo } from './registry.ts'

interface Row {
  timestamp: number
  ticker: string
  asset: string
  nav: number
  shares: number | null
  underlying: number | null
  underlying_price: number
  aum: number
  flows: number | null
  flows_source: string | null
}

// What the funds build on, and they themselves: the rest of the demo world is not needed.
const parts = [registryDemo, coinsDemo, etfsDemo]

let app: TestApp
let history: Row[]
let overview: Row[]

beforeAll(async () => {
  app = await TestApp.start()
  await createDemo(app.app.store, app.app.clock, parts)
  history = await bodyOf<Row[]>(app, '/etfs/history', getHistory)
  overview = await bodyOf<Row[]>(app, '/etfs/overview', getOverview)
})

afterAll(() => app.stop())

const daysOf = (ticker: string) => history.filter((row) => row.ticker === ticker)
const expectNear = (actual: number, expected: number) =>
  expect(Math.abs(actual / expected - 1)).toBeLessThan(1e-9)

test('default: funds of three assets over two years of trading days', async () => {
  expect(overview.length).toBe(14)
  expect(new Set(overview.map(({ asset }) => asset))).toEqual(
    new Set(['bitcoin', 'ethereum', 'solana']),
  )
  expect(history.length).toBeGreaterThan(5_000)
  const weekdays = new Set(history.map(({ timestamp }) => new Date(timestamp * 1000).getUTCDay()))
  expect([...weekdays].sort()).toEqual([1, 2, 3, 4, 5])
})

test('behavior: every endpoint tells the same of a fund', async () => {
  const snapshot = await bodyOf<Row[]>(app, '/etfs/snapshot', getSnapshot)
  for (const row of overview) {
    const { ticker, timestamp, aum, flows } = row
    expect(daysOf(ticker).at(-1)).toMatchObject({
      timestamp,
      aum,
      flows,
      underlying_price: row.underlying_price,
    })
    expect(snapshot.find((short) => short.ticker === ticker)).toMatchObject({ aum, flows })
  }
  const ofEthereum = new Set(
    overview.filter(({ asset }) => asset === 'ethereum').map(({ ticker }) => ticker),
  )
  const rows = (all: Row[]) => all.filter(({ ticker }) => ofEthereum.has(ticker))
  expect(await bodyOf(app, '/etfs/overviewEth', getOverviewEth)).toEqual(rows(overview))
  expect(await bodyOf(app, '/etfs/historyEth', getHistoryEth)).toEqual(rows(history))
})

test('behavior: a part of the history is that part of the whole', async () => {
  for (const [start, end] of [
    [at(600), at(3)],
    [at(90), at(31)],
    [at(45), at(45)],
  ] as const) {
    const part = history.filter(({ timestamp }) => timestamp >= start && timestamp <= end)
    expect(await bodyOf(app, `/etfs/history?start=${start}&end=${end}`, getHistory)).toEqual(part)
  }
})

test('behavior: assets are what is held × its price, and shares × their value', () => {
  const held = history.filter(({ underlying }) => underlying !== null)
  expect(held.length).toBeGreaterThan(4_000)
  for (const row of held) expectNear((row.underlying ?? 0) * row.underlying_price, row.aum)
  for (const row of history.filter(({ shares }) => shares !== null))
    expectNear((row.shares ?? 0) * row.nav, row.aum)
})

test('behavior: the price of an asset is the one that coins tell', async () => {
  for (const row of overview) {
    const closeSec = row.timestamp + 21 * HOUR_SEC
    const { body } = await app.get(
      `/prices/historical/${closeSec}/aggregator:${row.asset}?searchWidth=12h`,
    )
    expect(body).toMatchObject({
      coins: { [`aggregator:${row.asset}`]: { price: row.underlying_price } },
    })
  }
})

test('behavior: flows by asset are the flows of its funds', async () => {
  const totals = await bodyOf<
    { aggregator_id: string; day: string; total_flow_usd: number | null }[]
  >(app, '/etfs/flows', getFlows)
  const assetOf = new Map(overview.map(({ ticker, asset }) => [ticker, asset]))
  for (const { aggregator_id, day, total_flow_usd } of totals) {
    const rows = history.filter(
      (row) =>
        row.timestamp * 1000 === Date.parse(day) && assetOf.get(row.ticker) === aggregator_id,
    )
    const known = rows.flatMap(({ flows }) => flows ?? [])
    if (known.length === 0) expect(total_flow_usd).toBeNull()
    else
      expect(total_flow_usd).toBeCloseTo(
        known.reduce((sum, flow) => sum + flow, 0),
        0,
      )
  }
  const sources = new Set(history.map((row) => row.flows_source))
  expect(sources).toEqual(new Set(['reported', 'computed', null]))
})

test('behavior: a split doubles the shares of a fund without a flow', () => {
  const days = daysOf('TARNB')
  const index = days.findIndex(
    (row, place) => place > 0 && (row.shares ?? 0) > 1.8 * (days[place - 1]?.shares ?? 0),
  )
  const row = days[index]
  expect(index).toBeGreaterThan(0)
  expect(row?.flows_source).toBe('computed')
  expect(Math.abs(row?.flows ?? Number.NaN)).toBeLessThan(0.02 * (row?.aum ?? 0))
  expect((row?.nav ?? 0) / (days[index - 1]?.nav ?? 1)).toBeCloseTo(0.5, 1)
})

test('behavior: a fund that tells no shares has no flow, one that skips days has', () => {
  expect(new Set(daysOf('SABLS').map(({ flows }) => flows))).toEqual(new Set([null]))
  const [, ...skipping] = daysOf('MARRE')
  expect(skipping.length).toBeLessThan(daysOf('TARNE').length)
  expect(skipping.filter(({ flows }) => flows === null)).toEqual([])
})

test('behavior: a day is added when it closes, and nothing before', async () => {
  const count = async () => {
    const [row] = await app.app.store.engine.query<{ rows: number }>(
      sql`SELECT count() AS rows FROM ${tableOf(etfDays)}`,
    )
    return row?.rows ?? 0
  }
  const before = await count()
  const version = app.app.store.journal.versionOf(etfDays.name)
  const advanceTo = (sec: number) =>
    advanceDemo(app.app.store, createClock(new Date(sec * 1000).toISOString()), parts)
  await advanceTo(NOW_SEC + 5 * 60)
  expect(await count()).toBe(before)
  expect(app.app.store.journal.versionOf(etfDays.name)).toBe(version)
  await advanceTo(at(0, 21))
  const after = await count()
  expect(after - before).toBeGreaterThanOrEqual(13)
  expect(after - before).toBeLessThanOrEqual(14)
  const today = (await bodyOf<Row[]>(app, `/etfs/history?start=${at(0)}`, getHistory)).filter(
    ({ timestamp }) => timestamp === at(0),
  )
  expect(today.length).toBe(after - before)
  for (const row of today.filter(({ underlying }) => underlying !== null)) {
    expectNear((row.underlying ?? 0) * row.underlying_price, row.aum)
    const previous = daysOf(row.ticker).at(-1)
    if (row.ticker === 'FELLB')
      expect(row.flows).toBeCloseTo(((row.shares ?? 0) - (previous?.shares ?? 0)) * row.nav, 0)
  }
  // Saturday and Sunday bring nothing.
  await advanceTo(at(0, 21) + 4 * DAY_SEC)
  const thursdayAndFriday = await bodyOf<Row[]>(app, `/etfs/history?start=${at(0) + 1}`, getHistory)
  expect([...new Set(thursdayAndFriday.map(({ timestamp }) => timestamp))]).toEqual([
    at(-1),
    at(-2),
  ])
})
