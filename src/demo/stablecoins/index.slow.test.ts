import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { prices, supplies } from '../../domains/coins/public.ts'
import { chains, tokens } from '../../domains/registry/public.ts'
import { stablecoins } from '../../domains/stablecoins/facts.ts'
import { at, bodyOf } from '../../domains/stablecoins/facts-for-tests.ts'
import { expectCoherent, type Item } from '../../domains/stablecoins/invariants-for-tests.ts'
import { chainAssets } from '../../domains/tvl/facts.ts'
import { DAY_SEC } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { tableOf } from '../../store/tables.ts'

let app: TestApp
let items: Item[]

beforeAll(async () => {
  app = await TestApp.start({ ALMANAC_DEMO: 'auto' })
  items = (await bodyOf<{ peggedAssets: Item[] }>(app, '/stablecoins')).peggedAssets
})

afterAll(() => app.stop())

const find = (name: string) => items.find((item) => item.name === name)

test('default: at least sixty stablecoins on thirty chains, pegged to several currencies', async () => {
  expect(items.length).toBeGreaterThanOrEqual(60)
  expect((await bodyOf<unknown[]>(app, '/stablecoinchains')).length).toBeGreaterThanOrEqual(30)
  expect(new Set(items.map(({ pegType }) => pegType)).size).toBeGreaterThanOrEqual(8)
  const chart = await bodyOf<unknown[]>(app, '/stablecoincharts/all')
  expect(chart.length).toBeGreaterThanOrEqual(730)
})

test('behavior: chains add up, charts agree with lists', async () => {
  await expectCoherent(app, 9)
})

test.each([
  ['Tether', 112_000_000_000],
  ['USD Coin', 34_000_000_000],
  ['Dai', 5_300_000_000],
])('behavior: %s circulates as the market has it, now and before', (name, units) => {
  const item = find(name)
  for (const balance of [
    item?.circulating,
    item?.circulatingPrevDay,
    item?.circulatingPrevWeek,
    item?.circulatingPrevMonth,
  ]) {
    expect((balance?.peggedUSD ?? 0) / units).toBeCloseTo(1, 9)
  }
})

test('behavior: some lost their peg, ended, or have gaps', async () => {
  expect(find('Pillar Dollar')?.price).toBeCloseTo(0.42, 1)
  expect(find('Rafter Dollar')).toMatchObject({
    circulating: {},
    price: null,
    deadFrom: expect.any(Number),
  })
  const silo = await bodyOf<{ tokens: { date: number; carried: boolean }[] }>(
    app,
    `/stablecoin/${find('Silo Dollar')?.id}`,
  )
  const days = silo.tokens.filter(({ carried }) => carried).map(({ date }) => (date / DAY_SEC) % 19)
  expect(new Set(days)).toEqual(new Set([4, 5, 6]))
  const wharf = await bodyOf<{ tokens: { date: number; carried: boolean }[] }>(
    app,
    `/stablecoin/${find('Wharf Dollar')?.id}`,
  )
  expect(
    new Set(wharf.tokens.filter(({ carried }) => carried).map(({ date }) => (date / DAY_SEC) % 61)),
  ).toEqual(new Set([7]))
})

test('behavior: what has no price is valued by its currency, or not at all', async () => {
  const { body } = await app.get('/stablecoincharts/all')
  const last = (body as { totalCirculatingUSD: Record<string, number | null> }[]).at(
    -1,
  )?.totalCirculatingUSD
  expect(Object.values(last ?? {}).every((usd) => usd !== null && usd > 0)).toBe(true)
  const drifter = await app.get(`/stablecoincharts/all?stablecoin=${find('Drifter Index')?.id}`)
  expect((drifter.body as { totalCirculatingUSD: unknown }[]).at(-1)?.totalCirculatingUSD).toEqual({
    peggedVAR: null,
  })
})

test('behavior: protocols of a chain hold no more of the two largest than there is', async () => {
  const rows = await app.app.store.engine.query<{ chain: string; symbol: string; usd: number }>(
    sql`SELECT toString(chain) AS chain, symbol, sum(valueUsd) AS usd FROM ${tableOf(chainAssets)}
     WHERE symbol IN ('USDT', 'USDC') AND atSec = (SELECT max(atSec) FROM ${tableOf(chainAssets)}) GROUP BY chain, symbol`,
  )
  expect(rows.length).toBeGreaterThan(40)
  const lists = await app.get('/stablecoins')
  const { peggedAssets } = lists.body as { peggedAssets: (Item & { symbol: string })[] }
  const over = rows.filter(({ chain, symbol, usd }) => {
    const item = peggedAssets.find((candidate) => candidate.symbol === symbol)
    return usd > (item?.chainCirculating[chains.nameOf(chain)]?.current.peggedUSD ?? 0)
  })
  expect(over).toEqual([])
})

test('behavior: the stablecoins of a chain are worth no more than all assets there, on any day', async () => {
  const rows = await app.app.store.engine.query<{
    chain: string
    days: [atSec: number, usd: number][]
  }>(
    sql`SELECT chain, groupArray((atSec, usd)) AS days FROM (
       SELECT toString(chain) AS chain, atSec, sum(valueUsd) AS usd FROM ${tableOf(chainAssets)}
       WHERE bucket != 'ownTokens' AND atSec % ${DAY_SEC} = 0 GROUP BY chain, atSec) GROUP BY chain`,
  )
  const assetsOf = new Map(rows.map(({ chain, days }) => [chains.nameOf(chain), new Map(days)]))
  const named = await bodyOf<{ name: string }[]>(app, '/stablecoinchains')
  let compared = 0
  for (const { name } of named) {
    const points = await bodyOf<
      { date: number; totalCirculatingUSD: Record<string, number | null> }[]
    >(app, `/stablecoincharts/${name}`)
    const over = points.filter(({ date, totalCirculatingUSD }) => {
      const usd = Object.values(totalCirculatingUSD).reduce<number>(
        (sum, value) => sum + (value ?? 0),
        0,
      )
      const assetsUsd = assetsOf.get(name)?.get(Number(date))
      // The newest point is of now, not of a midnight.
      if (assetsUsd === undefined) return false
      compared++
      return usd > assetsUsd
    })
    expect(over, name).toEqual([])
  }
  expect(named.length).toBeGreaterThanOrEqual(30)
  expect(compared).toBeGreaterThan(named.length * 700)
})

test('behavior: every coin with a price is a known token, and its supply in the market is what circulates', async () => {
  const [row] = await app.app.store.engine.query<{ unknown: number; priced: number }>(
    sql`SELECT countIf(coin NOT IN (SELECT coin FROM ${tableOf(tokens)})) AS unknown, count() AS priced FROM (
       SELECT DISTINCT coin FROM ${tableOf(prices)} WHERE coin IN (SELECT coin FROM ${tableOf(stablecoins)}))`,
  )
  expect(row?.unknown).toBe(0)
  expect(row?.priced).toBeGreaterThan(55)
  const issued = await app.app.store.engine.query<{ id: string; units: number }>(
    sql`SELECT id, units FROM (SELECT coin, argMax(circulating, atSec) AS units FROM ${tableOf(supplies)} WHERE atSec = ${at(0)} GROUP BY coin) AS market
     JOIN (SELECT id, coin FROM ${tableOf(stablecoins)}) AS known USING (coin)`,
  )
  const current = new Map(
    items.map(({ id, circulating }) => [id, Object.values(circulating)[0] ?? null]),
  )
  const off = issued.filter(({ id, units }) => {
    const circulating = current.get(id) ?? null
    // Twelve hours after midnight a little more or less was issued.
    return circulating !== null && Math.abs(circulating / units - 1) > 0.01
  })
  expect(issued.length).toBeGreaterThan(50)
  expect(off).toEqual([])
})
