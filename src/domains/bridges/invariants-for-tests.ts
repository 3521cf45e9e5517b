import { expect } from 'vitest'
import type { TestApp } from '../../../test/support/test-app.ts'
import { bodyOf } from './facts-for-tests.ts'

export interface Item {
  id: number
  chains: string[]
  destinationChain: string | null
  lastDailyVolume: number | null
  dayBeforeLastVolume: number | null
  last24hVolume: number | null
  weeklyVolume: number | null
  monthlyVolume: number | null
  chainVolumes: { name: string; volumePrevDay: number }[]
}

export interface Point {
  date: string
  depositUSD: number
  withdrawUSD: number
  depositTxs: number
  withdrawTxs: number
}

interface Txs {
  deposits: number
  withdrawals: number
}

type Figures = Record<string, number | Txs>

/** Equal but for the order in which floating-point numbers were added. */
export function expectSame(
  actual: number | null | undefined,
  expected: number,
  what: string,
): void {
  const isSame =
    typeof actual === 'number' &&
    Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
  expect({ what, actual: isSame ? expected : actual }).toEqual({ what, actual: expected })
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const volumeOf = ({ depositUSD, withdrawUSD }: Point) => (depositUSD + withdrawUSD) / 2

/** The chart of a bridge ends with what the list says of its last days. */
export async function expectChartToEndLikeList(app: TestApp, item: Item): Promise<void> {
  const chart = await bodyOf<Point[]>(app, `/bridgevolume/all?id=${item.id}`)
  const days = chart.map(volumeOf)
  expectSame(item.lastDailyVolume, days.at(-1) ?? 0, `last day of ${item.id}`)
  expectSame(item.dayBeforeLastVolume, days.at(-2) ?? 0, `day before of ${item.id}`)
  expectSame(item.weeklyVolume, sum(days.slice(-7)), `week of ${item.id}`)
  expectSame(item.monthlyVolume, sum(days.slice(-30)), `month of ${item.id}`)
}

/**
 * The chains of a bridge add up to the bridge in every figure; an unseen destination repeats the
 * whole and is no part of it.
 */
export async function expectChainsToAddUp(app: TestApp, item: Item): Promise<void> {
  const { chainBreakdown, ...detail } = await bodyOf<
    Figures & { chainBreakdown: Record<string, Figures> }
  >(app, `/bridge/${item.id}`)
  expect(Object.keys(chainBreakdown).sort()).toEqual(item.chains)
  const parts = Object.entries(chainBreakdown).filter(([chain]) => chain !== item.destinationChain)
  for (const [name, value] of Object.entries(detail).filter(([figure]) =>
    /Volume$|Txs$/.test(figure),
  )) {
    const ofChains = parts.map(([, figures]) => figures[name])
    if (typeof value === 'number')
      expectSame(value, sum(ofChains as number[]), `${name} of ${item.id}`)
    else
      expect(value).toEqual({
        deposits: sum((ofChains as Txs[]).map((txs) => txs.deposits)),
        withdrawals: sum((ofChains as Txs[]).map((txs) => txs.withdrawals)),
      })
  }
  const listed = item.chainVolumes.filter(({ name }) => name !== item.destinationChain)
  expectSame(
    item.last24hVolume,
    sum(listed.map(({ volumePrevDay }) => volumePrevDay)),
    `chains of ${item.id} in the list`,
  )
}

/**
 * The charts of the chains add up to the chart of all on every day, but for the unseen
 * destinations, which show the other side inverted.
 */
export async function expectChartsToAddUp(app: TestApp, items: readonly Item[]): Promise<void> {
  const all = await bodyOf<Point[]>(app, '/bridgevolume/all')
  const seen = [...new Set(items.flatMap(({ chains }) => chains))]
  const charts = await Promise.all(
    seen.map((chain) => bodyOf<Point[]>(app, `/bridgevolume/${encodeURIComponent(chain)}`)),
  )
  const unseen = items.filter(({ destinationChain }) => destinationChain !== null)
  const mirrored = await Promise.all(
    unseen.map(({ id, destinationChain }) =>
      bodyOf<Point[]>(app, `/bridgevolume/${encodeURIComponent(destinationChain ?? '')}?id=${id}`),
    ),
  )
  const at = (list: Point[][], date: string, figure: keyof Point) =>
    sum(list.map((chart) => Number(chart.find((point) => point.date === date)?.[figure] ?? 0)))
  for (const point of all) {
    for (const figure of ['depositUSD', 'withdrawUSD', 'depositTxs', 'withdrawTxs'] as const) {
      expectSame(
        at(charts, point.date, figure) - at(mirrored, point.date, figure),
        point[figure],
        `${figure} on ${point.date}`,
      )
    }
  }
}

interface Row {
  ts: string
  is_deposit: boolean
  usd_value: number | null
}

/** A day's transactions add up to its point in the chart and to its statistics. */
export async function expectDayToAddUp(
  app: TestApp,
  item: Item,
  { date, ...point }: Point,
): Promise<void> {
  const rows = await bodyOf<Row[]>(
    app,
    `/bridges/transactions/${item.id}?limit=6000&startTimestamp=${date}&endTimestamp=${Number(date) + 86_399}`,
    { pro: true },
  )
  const usdOf = (isDeposit: boolean) =>
    sum(rows.filter((row) => row.is_deposit === isDeposit).map((row) => row.usd_value ?? 0))
  expectSame(usdOf(true), point.depositUSD, `deposits of ${item.id} on ${date}`)
  expectSame(usdOf(false), point.withdrawUSD, `withdrawals of ${item.id} on ${date}`)
  expect(rows.filter((row) => row.is_deposit)).toHaveLength(point.depositTxs)
  expect(rows).toHaveLength(point.depositTxs + point.withdrawTxs)
  expect(rows.map(({ ts }) => ts)).toEqual(
    rows
      .map(({ ts }) => ts)
      .sort()
      .reverse(),
  )
  const stats = await bodyOf<Record<string, number>>(
    app,
    `/bridgedaystats/${date}/all?id=${item.id}`,
  )
  expectSame(stats.totalDepositedUSD, point.depositUSD, `statistics of ${item.id} on ${date}`)
  expectSame(stats.totalWithdrawnUSD, point.withdrawUSD, `statistics of ${item.id} on ${date}`)
  expect([stats.totalDepositTxs, stats.totalWithdrawalTxs]).toEqual([
    point.depositTxs,
    point.withdrawTxs,
  ])
}
