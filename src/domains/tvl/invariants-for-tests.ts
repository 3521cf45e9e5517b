import { expect } from 'vitest'
import type { TestApp } from '../../../test/support/test-app.ts'
import { DAY_SEC, dayStart } from '../../lib/clock.ts'
import { bodyOf } from './facts-for-tests.ts'

export interface Item {
  id: string
  category: string | null
  doublecounted: boolean
  deadFrom: number | null
  parentProtocol: string | null
  tvl: number
  chains: string[]
  chainTvls: Record<string, number>
}

interface Point {
  date: number
  totalLiquidityUSD: number
}

export interface Detail {
  tvl: Point[]
  currentChainTvls: Record<string, number>
  chainTvls: Record<string, { tvl: Point[] }>
}

// tvl.md#chains, tvl.md#chain-history, written out: what does not count into a chain's total.
const UNCOUNTED = new Set(
  'Chain,CEX,Infrastructure,Staking Pool,RWA,Basis Trading,CeDeFi,Bridge,Canonical Bridge,Liquid Staking,Yield Aggregator,Yield,Liquidity Manager,Onchain Capital Allocator,Risk Curators,Treasury Manager,Anchor BTC,CDP Manager,Restaked BTC,RWA Lending,Farm,Liquid Restaking'.split(
    ',',
  ),
)

export function counts(item: Item): boolean {
  return !item.doublecounted && !UNCOUNTED.has(item.category ?? '')
}

/** Equal but for the order in which floating-point numbers were added. */
export function expectSame(actual: number | undefined, expected: number, what: string): void {
  const isSame =
    actual !== undefined && Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
  expect({ what, actual: isSame ? expected : actual }).toEqual({ what, actual: expected })
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

/**
 * `/tvl` = the item of `/protocols` = the last point of the detail = the sum of its plain chains.
 */
export async function expectOneFigure(app: TestApp, item: Item): Promise<void> {
  const detail = await bodyOf<Detail>(app, `/protocol/${item.id}`)
  expectSame(await bodyOf<number>(app, `/tvl/${item.id}`), item.tvl, `/tvl of ${item.id}`)
  expectSame(detail.tvl.at(-1)?.totalLiquidityUSD, item.tvl, `last point of ${item.id}`)
  expectSame(
    sum(item.chains.map((chain) => item.chainTvls[chain] ?? 0)),
    item.tvl,
    `chains of ${item.id}`,
  )
  expect(detail.currentChainTvls).toEqual(item.chainTvls)
  for (const { date } of detail.tvl.slice(0, -1)) expect(date % DAY_SEC).toBe(0)
}

/** A parent's figures are the sums of its children's. */
export async function expectFamily(
  app: TestApp,
  parentId: string,
  children: readonly Item[],
): Promise<void> {
  const total = sum(children.map(({ tvl }) => tvl))
  const detail = await bodyOf<Detail>(app, `/protocol/${encodeURIComponent(parentId)}`)
  expectSame(
    await bodyOf<number>(app, `/tvl/${encodeURIComponent(parentId)}`),
    total,
    `/tvl of ${parentId}`,
  )
  expectSame(detail.tvl.at(-1)?.totalLiquidityUSD, total, `last point of ${parentId}`)
  for (const [key, value] of Object.entries(detail.currentChainTvls)) {
    expectSame(
      value,
      sum(children.map(({ chainTvls }) => chainTvls[key] ?? 0)),
      `${key} of ${parentId}`,
    )
  }
}

/**
 * `/v2/chains` = the sums over the protocols that count; the newest record of all is after
 * `startSec`.
 */
export async function expectChains(
  app: TestApp,
  all: readonly Item[],
  startSec?: number,
): Promise<void> {
  const start = startSec === undefined ? '' : `&start=${startSec}`
  const days = new Map<string, number>()
  for (const { id } of all) {
    const { tvl } = await bodyOf<Pick<Detail, 'tvl'>>(app, `/protocol/${id}?fields=tvl${start}`)
    days.set(id, dayStart(tvl.at(-1)?.date ?? 0))
  }
  // A dead protocol counts on the newest day of all, if it has a record of it.
  const newestDay = Math.max(...days.values())
  const items = all.filter(({ id, deadFrom }) => deadFrom === null || days.get(id) === newestDay)
  const chains = await bodyOf<{ name: string; tvl: number }[]>(app, '/v2/chains')
  const counted = items.filter(counts)
  for (const { name, tvl } of chains)
    expectSame(tvl, sum(counted.map(({ chainTvls }) => chainTvls[name] ?? 0)), name)
  expectSame(sum(chains.map(({ tvl }) => tvl)), sum(counted.map(({ tvl }) => tvl)), 'all chains')
}

type ByChain = { date: number; tvl: Record<string, number> }[]

/**
 * The history of all chains = the sum of each chain's, on every day. Returns the history by chain.
 */
export async function expectHistory(app: TestApp): Promise<ByChain> {
  const totals = await bodyOf<{ date: number; tvl: number }[]>(app, '/v2/historicalChainTvl')
  const byChain = await bodyOf<ByChain>(app, '/v2/historicalChainTvl?breakdown=true')
  const each = new Map<number, number>()
  for (const name of new Set(byChain.flatMap(({ tvl }) => Object.keys(tvl)))) {
    for (const { date, tvl } of await bodyOf<{ date: number; tvl: number }[]>(
      app,
      `/v2/historicalChainTvl/${encodeURIComponent(name)}`,
    )) {
      each.set(date, (each.get(date) ?? 0) + tvl)
    }
  }
  totals.forEach(({ date, tvl }, index) => {
    expect(byChain[index]?.date).toBe(date)
    expectSame(sum(Object.values(byChain[index]?.tvl ?? {})), tvl, `chains on ${date}`)
    expectSame(each.get(date), tvl, `chain by chain on ${date}`)
  })
  return byChain
}

/**
 * What a protocol adds to a chain's history on a day, taken from its detail: its next daily record,
 * or its last while it lives.
 */
export function shareOf(item: Item, detail: Detail, chain: string, date: number): number {
  const days = detail.tvl.map((point) => point.date).filter((day) => day % DAY_SEC === 0)
  const isBorn = date >= (days[0] ?? Number.POSITIVE_INFINITY)
  const day =
    days.find((candidate) => candidate >= date) ??
    (item.deadFrom === null ? days.at(-1) : undefined)
  const points = detail.chainTvls[chain]?.tvl ?? []
  return isBorn ? (points.find((point) => point.date === day)?.totalLiquidityUSD ?? 0) : 0
}
