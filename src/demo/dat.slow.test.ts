import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { States } from '../cache/states.ts'
import { datTransactions } from '../domains/dat/facts.ts'
import { bodyOf } from '../domains/dat/facts-for-tests.ts'
import { getInstitution } from '../domains/dat/routes/get-institution.ts'
import { listInstitutions } from '../domains/dat/routes/list-institutions.ts'
import { renderJson } from '../http/render/render-json.ts'
import { createClock, DAY_SEC, dayStart, HOUR_SEC } from '../lib/clock.ts'
import { sql } from '../lib/sql.ts'
import { tableOf } from '../store/tables.ts'
import { coinsDemo } from './coins.ts'
import { datDemo } from './dat.ts'
import { advanceDemo, createDemo } from './demo-world.ts'
import { equitiesDemo } from './equities/index.ts'
import { registryDemo } from './registry.ts'

interface Holding {
  amount: number
  usdValue: number
  cost: number | null
  supplyPercentage: number
}

interface Body {
  institutionMetadata: Record<
    string,
    Record<string, number | null> & { ticker: string; holdings: Record<string, Holding> }
  >
  assetMetadata: Record<
    string,
    { companies: number; totalAmount: number; totalUsdValue: number; circSupplyPerc: number }
  >
  institutions: { institutionId: number; totalUsdValue: number }[]
  assets: Record<string, { institutionId: number; amount: number }[]>
  flows: Record<string, number[][]>
  mNAV: Record<string, Record<string, number[][]>>
  totalCompanies: number
}

// What treasuries build on, and they themselves: the rest of the demo world is not needed.
const parts = [registryDemo, coinsDemo, equitiesDemo, datDemo]

let app: TestApp
let body: Body

beforeAll(async () => {
  app = await TestApp.start()
  await createDemo(app.app.store, app.app.clock, parts)
  body = await bodyOf<Body>(app, '/dat/institutions', listInstitutions)
})

afterAll(() => app.stop())

const expectNear = (actual: number | null | undefined, expected: number) =>
  expect(Math.abs((actual ?? Number.NaN) / expected - 1)).toBeLessThan(1e-9)

test('default: at least 120 institutions over eight assets, each with a price, a value and mNAVs', () => {
  expect(body.totalCompanies).toBeGreaterThanOrEqual(120)
  expect(Object.keys(body.assetMetadata).length).toBe(8)
  for (const one of Object.values(body.institutionMetadata)) {
    expect(one.totalUsdValue).toBeGreaterThan(0)
    expect(one.realized_mNAV).toBeGreaterThan(0)
    expect(one.realistic_mNAV).toBeGreaterThanOrEqual(one.realized_mNAV ?? 0)
    expect(one.max_mNAV).toBeGreaterThanOrEqual(one.realistic_mNAV ?? 0)
  }
})

test('behavior: holdings add up to institutions, to assets and to flows', () => {
  const all = Object.values(body.institutionMetadata)
  for (const { totalUsdValue, holdings } of all)
    expectNear(
      totalUsdValue,
      Object.values(holdings).reduce((sum, { usdValue }) => sum + usdValue, 0),
    )
  for (const [asset, { companies, totalAmount, circSupplyPerc }] of Object.entries(
    body.assetMetadata,
  )) {
    const holders = all.flatMap(({ holdings }) => holdings[asset] ?? [])
    expect(companies).toBe(holders.length)
    expect(body.assets[asset]?.length).toBe(holders.length)
    expectNear(
      totalAmount,
      holders.reduce((sum, { amount }) => sum + amount, 0),
    )
    expectNear(
      circSupplyPerc,
      holders.reduce((sum, { supplyPercentage }) => sum + supplyPercentage, 0),
    )
    // No institution sells more than it has, so what is held is what came in less what
    // went out.
    expectNear(
      totalAmount,
      (body.flows[asset] ?? []).reduce((sum, [, net = 0]) => sum + net, 0),
    )
  }
})

test('behavior: prices are those of coins and equities', async () => {
  const { body: coin } = await app.get('/prices/current/aggregator:bitcoin')
  const { price } = (coin as { coins: Record<string, { price: number }> }).coins[
    'aggregator:bitcoin'
  ] ?? { price: 0 }
  expectNear(
    body.assetMetadata.bitcoin?.totalUsdValue,
    (body.assetMetadata.bitcoin?.totalAmount ?? 0) * price,
  )
  const first = body.institutionMetadata['1']
  expect(
    (await app.get(`/equities/v1/summary?ticker=${first?.ticker}&country=US`, { pro: true })).body,
  ).toMatchObject({
    currentPrice: first?.price,
  })
})

test('behavior: the detail agrees with the list, in order of rank', async () => {
  for (const [place, { institutionId }] of body.institutions.entries()) {
    if (place % 13 !== 0) continue
    const listed = body.institutionMetadata[institutionId]
    const detail = await bodyOf<
      Record<string, unknown> & { stats: number[][]; assetValue: number[][] }
    >(app, `/dat/institutions/${listed?.ticker}`, getInstitution)
    expect(detail).toMatchObject({
      institutionId,
      rank: place + 1,
      realized_mNAV: listed?.realized_mNAV,
      totalUsdValue: listed?.totalUsdValue,
    })
    expectNear(detail.assetValue.at(-1)?.[1], listed?.totalUsdValue ?? 0)
    const [asset = ''] = Object.keys(listed?.holdings ?? {})
    const history = body.mNAV[asset]?.[institutionId] ?? []
    expect(history.map(([atSec]) => atSec)).toEqual(detail.stats.map(([atSec]) => atSec))
    for (const [index, row] of history.entries())
      expect(Math.abs((row[1] ?? 0) / (detail.stats[index]?.[7] ?? 0) - 1)).toBeLessThan(1e-5)
  }
})

test('behavior: a day is announced at one timestamp and nothing before; states that follow equal rebuilt ones', async () => {
  const { store } = app.app
  const count = async () =>
    (
      await store.engine.query<{ rows: number }>(
        sql`SELECT count() AS rows FROM ${tableOf(datTransactions)}`,
      )
    )[0]?.rows ?? 0
  const before = await count()
  const advanceTo = (sec: number) =>
    advanceDemo(store, createClock(new Date(sec * 1000).toISOString()), parts)
  await advanceTo(NOW_SEC + 300)
  expect(await count()).toBe(before)
  await advanceTo(dayStart(NOW_SEC) + 13 * HOUR_SEC)
  expect(await count()).toBeGreaterThan(before)
  const followed = new States(store)
  const listWith = async (states: States, nowSec: number) => {
    const context = { snapshot: store.snapshot(), states, nowSec: dayStart(nowSec) }
    const response = await listInstitutions.handler(
      { params: {}, query: {}, body: undefined, given: {} },
      context as never,
      {} as never,
    )
    return JSON.parse((await renderJson(response)).toString()) as unknown
  }
  for (const days of [0, 1, 2, 30]) {
    const nowSec = NOW_SEC + days * DAY_SEC + 10 * HOUR_SEC
    await advanceTo(nowSec)
    expect(await listWith(followed, nowSec)).toEqual(await listWith(new States(store), nowSec))
  }
})
