import { expect } from 'vitest'
import type { TestApp } from '../../../test/support/test-app.ts'
import { BUCKETS, type Bucket } from './derive/bucket.ts'
import { METRICS, type Metric } from './derive/chain-chart.ts'
import { bodyOf } from './facts-for-tests.ts'
import { getChainBreakdown, getChainChart } from './routes/get-chain-chart.ts'
import { getList } from './routes/get-list.ts'
import { getStats } from './routes/get-stats.ts'
import { listCurrent } from './routes/list-current.ts'

type Figures = Record<Metric, number | null>
type Totals = Figures & { assetCount: number; assetIssuers: string[] }
type Groups = Record<string, Record<Bucket, Totals>>

interface Stats {
  totalOnChainMcap: number | null
  totalActiveMcap: number | null
  totalDefiActiveTvl: number
  assetCount: number
  assetIssuers: number
  byChain: Groups
  byCategory: Groups
  byPlatform: Groups
  byAssetGroup: Groups
}

export interface Item {
  id: string
  type: string | null
  issuer: string | null
  stablecoin: boolean
  governance: boolean
  chain: string[]
  onChainMcap: Record<string, number>
  activeMcap: Record<string, number>
  defiActiveTvl: Record<string, Record<string, number>>
}

type Point = Figures & { timestamp: number }
type Row = Record<string, number>

/** What must agree with what, whatever the facts are. Returns the assets. */
export async function expectCoherent(app: TestApp): Promise<Item[]> {
  const items = await bodyOf<Item[]>(app, listCurrent, '/rwa/current')
  const stats = await bodyOf<Stats>(app, getStats, '/rwa/stats')
  expectTotals(items, stats)
  const { chains } = await bodyOf<{ chains: string[] }>(app, getList, '/rwa/list')
  expect([...chains].sort()).toEqual(Object.keys(stats.byChain).sort())
  await expectCharts(app, stats)
  return items
}

/**
 * Buckets, chains, categories and groups add up to what the assets have; platforms have the
 * wrappers too.
 */
function expectTotals(items: readonly Item[], stats: Stats): void {
  const plain = items.filter(({ type }) => type !== 'Wrapper')
  const base = plain.filter(({ stablecoin, governance }) => !stablecoin && !governance)
  expect(stats.assetCount).toBe(base.length)
  expect(stats.assetIssuers).toBe(new Set(base.flatMap(({ issuer }) => issuer ?? [])).size)
  expectNear(stats.totalOnChainMcap, sum(base.map(onChainOf)), 'total')
  expectNear(stats.totalDefiActiveTvl, sum(base.map(defiOf)), 'total in DeFi')
  for (const [groups, all] of [
    [stats.byCategory, plain],
    [stats.byAssetGroup, plain],
    [stats.byPlatform, items],
    [stats.byChain, plain],
  ] as const) {
    const buckets = Object.values(groups).flatMap((group) => BUCKETS.map((bucket) => group[bucket]))
    expectNear(
      sum(buckets.map(({ onChainMcap }) => onChainMcap)),
      sum(all.map(onChainOf)),
      'groups',
    )
    expectNear(
      sum(buckets.map(({ activeMcap }) => activeMcap)),
      sum(all.map(activeOf)),
      'active of groups',
    )
    expectNear(
      sum(buckets.map(({ defiActiveTvl }) => defiActiveTvl)),
      sum(all.map(defiOf)),
      'DeFi of groups',
    )
    const places = groups === stats.byChain ? sum(all.map(({ chain }) => chain.length)) : all.length
    expect(buckets.reduce((count, { assetCount }) => count + assetCount, 0)).toBe(places)
  }
  for (const { onChainMcap, activeMcap } of items) {
    for (const [chain, usd] of Object.entries(activeMcap))
      expect(usd).toBeLessThanOrEqual((onChainMcap[chain] ?? 0) * (1 + 1e-12))
  }
}

/** The charts of chains are the columns of the breakdown, and end where the stats are. */
async function expectCharts(app: TestApp, stats: Stats): Promise<void> {
  const breakdowns = new Map<Metric, Row[]>()
  for (const key of METRICS)
    breakdowns.set(
      key,
      await bodyOf<Row[]>(app, getChainBreakdown, `/rwa/chart/chain-breakdown?key=${key}`),
    )
  const newest = Math.max(...[...breakdowns.values()].flat().map(({ timestamp }) => timestamp ?? 0))
  for (const [chain, buckets] of Object.entries(stats.byChain)) {
    const points = await bodyOf<Point[]>(
      app,
      getChainChart,
      `/rwa/chart/chain/${encodeURIComponent(chain)}`,
    )
    const last = points.find(({ timestamp }) => timestamp === newest)
    for (const metric of METRICS) {
      if (last !== undefined)
        expectNear(last[metric], buckets.base[metric], `${metric} at the end of ${chain}`)
      const column = new Map(
        breakdowns
          .get(metric)
          ?.flatMap((row) => (row[chain] === undefined ? [] : [[row.timestamp, row[chain]]])),
      )
      for (const point of points)
        expectNear(
          point[metric],
          column.get(point.timestamp) ?? null,
          `${metric} of ${chain} on ${point.timestamp}`,
        )
    }
    expect(
      points.every(
        ({ timestamp }, index) => index === 0 || timestamp > (points[index - 1]?.timestamp ?? 0),
      ),
    ).toBe(true)
    for (const { onChainMcap, activeMcap } of points)
      expect(activeMcap ?? 0).toBeLessThanOrEqual((onChainMcap ?? 0) * (1 + 1e-12))
  }
}

const onChainOf = ({ onChainMcap }: Item) => sum(Object.values(onChainMcap))
const activeOf = ({ activeMcap }: Item) => sum(Object.values(activeMcap))
const defiOf = ({ defiActiveTvl }: Item) =>
  sum(Object.values(defiActiveTvl).flatMap((held) => Object.values(held)))

function sum(figures: readonly (number | null)[]): number {
  return figures.reduce<number>((total, figure) => total + (figure ?? 0), 0)
}

/**
 * Equal but for the order in which floating-point numbers were added; nothing known and nothing
 * look the same here.
 */
function expectNear(actual: number | null, expected: number | null, what: string): void {
  const [a, b] = [actual ?? 0, expected ?? 0]
  expect({ what, isNear: Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), a, b }).toEqual({
    what,
    isNear: true,
    a,
    b,
  })
}
