import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { prices, supplies } from '../../domains/coins/public.ts'
import { tokens } from '../../domains/registry/public.ts'
import { rwaAssets, rwaPositions } from '../../domains/rwa/facts.ts'
import { bodyOf } from '../../domains/rwa/facts-for-tests.ts'
import { expectCoherent, type Item } from '../../domains/rwa/invariants-for-tests.ts'
import { getChainBreakdown, getChainChart } from '../../domains/rwa/routes/get-chain-chart.ts'
import { literal, type Sql, sql } from '../../lib/sql.ts'
import { tableOf } from '../../store/tables.ts'
import { writeRanges } from '../ranges-for-tests.ts'
import { rwaDemo } from './index.ts'

let app: TestApp
let items: Item[]

beforeAll(async () => {
  app = await TestApp.start({ ALMANAC_DEMO: 'auto' })
  items = await expectCoherent(app)
})

afterAll(() => app.stop())

const rowsOf = <T>(sql: Sql) => app.app.store.engine.query<T>(sql)

test('default: at least 300 assets on 25 chains, two years of days', async () => {
  expect(items.length).toBeGreaterThanOrEqual(300)
  expect(new Set(items.flatMap(({ chain }) => chain)).size).toBeGreaterThanOrEqual(25)
  const rows = await bodyOf<Record<string, number>[]>(
    app,
    getChainBreakdown,
    '/rwa/chart/chain-breakdown',
  )
  expect(rows.length).toBe(731)
  expect(rows.at(-1)?.timestamp).toBe(Date.parse('2026-01-14') / 1000)
})

test('behavior: every bucket has assets, wrappers among them', () => {
  const kinds = new Set(
    items.map(({ stablecoin, governance, type }) => `${stablecoin} ${governance} ${type}`),
  )
  expect(kinds).toEqual(
    new Set([
      'false false Asset',
      'false false Wrapper',
      'true false Asset',
      'false true Asset',
      'true true Asset',
    ]),
  )
})

test('behavior: nothing jumps tenfold in a day once it is cleaned, and what was cleaned is marked', async () => {
  const points = await bodyOf<{ onChainMcap: number; interpolated: boolean }[]>(
    app,
    getChainChart,
    '/rwa/chart/chain/Ethereum',
  )
  const steps = points
    .slice(1)
    .map(({ onChainMcap }, index) => onChainMcap / (points[index]?.onChainMcap ?? 1))
  expect(Math.max(...steps)).toBeLessThan(2)
  expect(Math.min(...steps)).toBeGreaterThan(0.5)
  expect(new Set(points.map(({ interpolated }) => interpolated))).toEqual(new Set([true, false]))
})

test('behavior: a governance token is worth what the market says, and every priced coin is a known token', async () => {
  const [first] = items.filter(({ governance, stablecoin }) => governance && !stablecoin)
  const [market] = await rowsOf<{ usd: number }>(
    sql`SELECT units * priceUsd AS usd FROM (SELECT argMax(circulating, atSec) AS units FROM ${tableOf(supplies)} WHERE coin = (SELECT coin FROM ${tableOf(rwaAssets)} WHERE id = ${literal(String(first?.id))})) AS held
     CROSS JOIN (SELECT argMax(priceUsd, atSec) AS priceUsd FROM ${tableOf(prices)} WHERE coin = (SELECT coin FROM ${tableOf(rwaAssets)} WHERE id = ${literal(String(first?.id))})) AS quoted`,
  )
  expect((first?.onChainMcap.Ethereum ?? 0) / (market?.usd ?? 1)).toBeCloseTo(1, 9)
  const [unknown] = await rowsOf<{ coins: number }>(
    sql`SELECT count() AS coins FROM (SELECT DISTINCT coin FROM ${tableOf(rwaAssets)} WHERE coin NOT IN (SELECT coin FROM ${tableOf(tokens)}))`,
  )
  expect(unknown?.coins).toBe(0)
})

test('behavior: some is in protocols, none on exchanges or with the issuer, and never more than there is', async () => {
  const held = items.flatMap(({ onChainMcap, defiActiveTvl }) =>
    Object.entries(defiActiveTvl).map(
      ([chain, by]) =>
        Object.values(by).reduce((sum, usd) => sum + usd, 0) / (onChainMcap[chain] ?? 0),
    ),
  )
  expect(held.length).toBeGreaterThan(60)
  expect(Math.max(...held)).toBeLessThan(1)
  const protocolsInDefi = new Set(
    items.flatMap(({ defiActiveTvl }) =>
      Object.values(defiActiveTvl).flatMap((by) => Object.keys(by)),
    ),
  )
  expect(
    [...protocolsInDefi].filter((slug) => slug.includes('exchange') || slug.includes('estates')),
  ).toEqual([])
  const [reported] = await rowsOf<{ protocols: number }>(
    sql`SELECT uniqExact(protocol) AS protocols FROM ${tableOf(rwaPositions)}`,
  )
  expect(reported?.protocols).toBeGreaterThan(protocolsInDefi.size)
})

test('behavior: a step within the hour adds nothing, the next hour only prices, the next day everything', async () => {
  const firstDaySec = Date.parse('2024-01-15') / 1000
  const rowsOfStep = async (fromIso: string, toIso: string) => {
    const range = {
      firstDaySec,
      fromSec: Date.parse(fromIso) / 1000,
      toSec: Date.parse(toIso) / 1000,
    }
    const run = await writeRanges(app.app, rwaDemo, [range])
    return { rows: run.accepted, facts: run.facts }
  }
  expect(await rowsOfStep('2026-01-14T12:00:00Z', '2026-01-14T12:55:00Z')).toEqual({
    rows: 0,
    facts: [],
  })
  // 270 assets have a price of their own: all but wrappers, governance tokens and stablecoins.
  expect(await rowsOfStep('2026-01-14T12:55:00Z', '2026-01-14T13:00:00Z')).toEqual({
    rows: 270,
    facts: ['prices'],
  })
  const { facts } = await rowsOfStep('2026-01-14T23:55:00Z', '2026-01-15T00:00:00Z')
  expect(facts).toEqual(expect.arrayContaining(['prices', 'rwa_supply', 'rwa_positions']))
})
