import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../test/support/test-app.ts'
import { tvlRecords } from '../../domains/tvl/facts.ts'
import { lendingSamples, yieldPools, yieldSamples } from '../../domains/yields/facts.ts'
import { bodyOf, itemsOf } from '../../domains/yields/facts-for-tests.ts'
import { sql } from '../../lib/sql.ts'
import { tableOf } from '../../store/tables.ts'

interface Item {
  pool: string
  chain: string
  project: string
  tvlUsd: number
  apy: number
  apyBase: number
  apyReward: number | null
  il7d: number | null
  apyPct1D: number | null
  apyPct7D: number | null
  apyPct30D: number | null
  count: number
}

const EVERY_SO_MANY = 40
let app: TestApp
let items: Item[]

beforeAll(async () => {
  app = await TestApp.start({ ALMANAC_DEMO: 'auto' })
  items = await itemsOf<Item>(app, '/pools')
})

afterAll(() => app.stop())

test('default: a market of some size', async () => {
  expect(items.length).toBeGreaterThanOrEqual(2_000)
  expect((await itemsOf(app, '/yields/poolsBorrow', { pro: true })).length).toBeGreaterThanOrEqual(
    400,
  )
  expect((await itemsOf(app, '/yields/perps', { pro: true })).length).toBeGreaterThanOrEqual(130)
  expect(
    (await bodyOf<unknown[]>(app, '/yields/lsdRates', { pro: true })).length,
  ).toBeGreaterThanOrEqual(12)
})

test('behavior: every pool has changes over a day, a week and a month, but the youngest', () => {
  const known = (name: 'apyPct1D' | 'apyPct7D' | 'apyPct30D') =>
    items.filter((item) => item[name] !== null).length / items.length
  expect(known('apyPct1D')).toBe(1)
  expect(known('apyPct7D')).toBeGreaterThan(0.95)
  expect(known('apyPct30D')).toBeGreaterThan(0.9)
})

test('behavior: the pools of a protocol on a chain are most of what it holds there, and never more', async () => {
  const [checked] = await app.app.store.engine.query<{
    places: number
    least: number
    most: number
    unknown: number
  }>(
    sql`SELECT count() AS places, min(share) AS least, max(share) AS most, countIf(held = 0) AS unknown FROM (
       SELECT inPools / held AS share, held FROM (
         SELECT project AS protocol, chain, atSec, sum(tvlUsd) AS inPools FROM ${tableOf(yieldSamples)} AS sample
         JOIN ${tableOf(yieldPools)} AS pool USING (pool) WHERE atSec % (30 * 86400) = 0 OR atSec >= ${NOW_SEC - 7_200} GROUP BY ALL
       ) AS pools
       LEFT JOIN (SELECT protocol, chain, atSec, tvlUsd AS held FROM ${tableOf(tvlRecords)} WHERE section = 'tvl') AS record USING (protocol, chain, atSec)
     )`,
  )
  expect(checked?.places).toBeGreaterThan(10_000)
  expect(checked?.unknown).toBe(0)
  // 95 percent of each place are in pools, which hold nine to ten tenths of their share.
  expect(checked?.least).toBeGreaterThan(0.95 * 0.9 - 1e-9)
  expect(checked?.most).toBeLessThan(0.95 + 1e-9)
})

test('behavior: what lending markets have lent is not more than their protocol has', async () => {
  const [checked] = await app.app.store.engine.query<{ places: number; most: number }>(
    sql`SELECT count() AS places, max(lent / borrowed) AS most FROM (
       SELECT project AS protocol, chain, atSec, sum(totalBorrowUsd) AS lent FROM ${tableOf(lendingSamples)} AS sample
       JOIN ${tableOf(yieldPools)} AS pool USING (pool) WHERE atSec % (30 * 86400) = 0 GROUP BY ALL
     ) AS markets JOIN (SELECT protocol, chain, atSec, tvlUsd AS borrowed FROM ${tableOf(tvlRecords)} WHERE section = 'borrowed') AS record USING (protocol, chain, atSec)`,
  )
  expect(checked?.places).toBeGreaterThan(500)
  expect(checked?.most).toBeLessThan(1)
})

test('behavior: charts agree with the list at their last point, and have as many days', async () => {
  for (const item of items.filter((_, index) => index % EVERY_SO_MANY === 0)) {
    const chart = await itemsOf<Item>(app, `/chart/${item.pool}`)
    const { tvlUsd, apy, apyBase, apyReward, il7d, count } = item
    expect(chart.at(-1)).toMatchObject({ tvlUsd, apy, apyBase, apyReward, il7d })
    expect(chart).toHaveLength(count)
  }
})

test('behavior: projects and chains are those of the other lists', async () => {
  const slugs = new Set(
    (await bodyOf<{ slug: string }[]>(app, '/protocols')).map(({ slug }) => slug),
  )
  expect(items.filter(({ project }) => !slugs.has(project))).toEqual([])
  const chains = new Set(
    (await bodyOf<{ name: string }[]>(app, '/v2/chains')).map(({ name }) => name),
  )
  expect(items.filter(({ chain }) => !chains.has(chain))).toEqual([])
})

test('behavior: staking tokens have their pools, and shares that add up', async () => {
  const tokens = await itemsOf<{ project: string | null; apy: number | null; marketShare: number }>(
    app,
    '/yields/lsdRates?shape=A',
    {
      pro: true,
    },
  )
  expect(tokens.filter(({ project, apy }) => project === null || apy === null)).toEqual([])
  expect(tokens.reduce((sum, { marketShare }) => sum + marketShare, 0)).toBeCloseTo(100, 3)
})
