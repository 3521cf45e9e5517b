import { expect } from 'vitest'
import type { TestApp } from '../../../test/support/test-app.ts'
import { bodyOf } from './facts-for-tests.ts'

type Balance = Record<string, number | null>

interface Point {
  date: string
  totalCirculating: Balance
  totalUnreleased: Balance
  totalCirculatingUSD: Balance
  totalMintedUSD: Balance
  totalBridgedToUSD: Balance
  totalCarried: Balance
}

export interface Item {
  id: string
  name: string
  pegType: string
  circulating: Balance
  circulatingPrevDay: Balance
  circulatingPrevWeek: Balance
  circulatingPrevMonth: Balance
  chains: string[]
  chainCirculating: Record<string, { current: Balance }>
  price: number | null
  carried: boolean
  lastReport: number | null
  deadFrom: number | null
}

interface Detail {
  tokens: { date: number; circulating: Balance; carried: boolean }[]
  totalCirculating: { date: number; totalCirculating: number }[]
  chainCirculating: Record<string, { date: number; circulating: number }[]>
  currentChainBalances: Record<string, Balance>
}

const MEMBERS = [
  'totalCirculating',
  'totalUnreleased',
  'totalCirculatingUSD',
  'totalMintedUSD',
  'totalBridgedToUSD',
  'totalCarried',
] as const

/** What must agree with what, whatever the facts are. Returns the list. */
export async function expectCoherent(app: TestApp, sample = 1): Promise<Item[]> {
  const { peggedAssets, chains } = await bodyOf<{
    peggedAssets: Item[]
    chains: ({ name: string } & Omit<Point, 'date'>)[]
  }>(app, '/stablecoins')
  const all = await bodyOf<Point[]>(app, '/stablecoincharts/all')
  const last = all.at(-1)
  for (const { id, circulating, chainCirculating } of peggedAssets) {
    expectSame(
      sum(Object.values(chainCirculating).map(({ current }) => current)),
      circulating,
      `chains of ${id}`,
    )
  }
  if (last === undefined) return peggedAssets
  expectSame(
    sum(peggedAssets.map(({ circulating }) => circulating)),
    last.totalCirculating,
    'list and chart',
  )
  expectSame(
    sum(chains.map(({ totalCirculating }) => totalCirculating)),
    last.totalCirculating,
    'chains and chart',
  )
  expectSame(
    sum(chains.map(({ totalCirculatingUSD }) => totalCirculatingUSD)),
    last.totalCirculatingUSD,
    'chains and chart in dollars',
  )
  await expectChainCharts(app, peggedAssets, chains, all)
  await expectDetails(
    app,
    peggedAssets.filter((_, index) => index % sample === 0),
    last.date,
  )
  return peggedAssets
}

/**
 * The charts of all chains add up to that of all stablecoins on every day; each ends where the list
 * of chains is.
 */
async function expectChainCharts(
  app: TestApp,
  items: readonly Item[],
  chains: ({ name: string } & Omit<Point, 'date'>)[],
  all: readonly Point[],
) {
  const lastDate = all.at(-1)?.date
  const perDay = new Map<string, Point[]>()
  for (const name of new Set(items.flatMap(({ chains: on }) => on))) {
    const { status, body } = await app.get(`/stablecoincharts/${encodeURIComponent(name)}`)
    expect({ name, status }).toEqual({ name, status: 200 })
    for (const point of body as Point[])
      perDay.set(point.date, [...(perDay.get(point.date) ?? []), point])
    const end = (body as Point[]).find(({ date }) => date === lastDate)
    const listed = chains.find((chain) => chain.name === name)
    expectSame(end?.totalCirculating ?? {}, listed?.totalCirculating ?? {}, `${name} at the end`)
    expectSame(
      end?.totalCirculatingUSD ?? {},
      listed?.totalCirculatingUSD ?? {},
      `${name} at the end in dollars`,
    )
    const dominance = await app.get(
      `/stablecoins/stablecoindominance/${encodeURIComponent(name)}`,
      { pro: true },
    )
    const points = dominance.body as { date: string; totalCirculatingUSD: Balance }[]
    expect(points.map(({ date }) => date)).toEqual((body as Point[]).map(({ date }) => date))
    expectSame(
      points.at(-1)?.totalCirculatingUSD ?? {},
      (body as Point[]).at(-1)?.totalCirculatingUSD ?? {},
      `dominance of ${name}`,
    )
  }
  expect([...perDay.keys()].sort()).toEqual(all.map(({ date }) => date).sort())
  for (const point of all) {
    for (const member of MEMBERS) {
      expectSame(
        sum((perDay.get(point.date) ?? []).map((each) => each[member])),
        point[member],
        `${member} of chains on ${point.date}`,
      )
    }
  }
}

/** The detail of a stablecoin, its chart and its item say the same. */
async function expectDetails(
  app: TestApp,
  items: readonly Item[],
  lastDate: string,
): Promise<void> {
  for (const { id, pegType, circulating, chainCirculating, lastReport } of items) {
    const detail = await bodyOf<Detail>(app, `/stablecoin/${id}`)
    expectSame(sum(Object.values(detail.currentChainBalances)), circulating, `detail of ${id}`)
    expect(
      Object.fromEntries(
        Object.entries(chainCirculating).map(([name, { current }]) => [name, current]),
      ),
    ).toEqual(detail.currentChainBalances)
    const chart = await app.get(`/stablecoincharts/all?stablecoin=${id}`)
    if (lastReport === null) {
      expect(chart.status).toBe(404)
      continue
    }
    const points = chart.body as Point[]
    expect(points.map(({ date }) => Number(date))).toEqual(detail.tokens.map(({ date }) => date))
    expect(points.map(({ totalCirculating }) => totalCirculating)).toEqual(
      detail.tokens.map((token) => token.circulating),
    )
    expect(detail.totalCirculating.map((point) => point.totalCirculating)).toEqual(
      detail.tokens.map((token) => token.circulating[pegType]),
    )
    expectSame(
      points.find(({ date }) => date === lastDate)?.totalCirculating ?? {},
      circulating,
      `chart of ${id}`,
    )
    const last = detail.tokens.at(-1)
    // All it ever reported may have been impossible.
    if (last === undefined) continue
    const parts = Object.values(detail.chainCirculating).map(
      (series) => series.find(({ date }) => date === last.date)?.circulating ?? 0,
    )
    expectSame(
      sum(parts.map((value) => ({ [pegType]: value }))),
      last.circulating,
      `chains of the last point of ${id}`,
    )
  }
}

function sum(balances: readonly Balance[]): Balance {
  const total: Balance = {}
  for (const balance of balances) {
    for (const [peg, value] of Object.entries(balance)) {
      const known = total[peg] ?? null
      total[peg] = value === null ? known : (known ?? 0) + value
    }
  }
  return total
}

/** Equal but for the order in which floating-point numbers were added. */
function expectSame(actual: Balance, expected: Balance, what: string): void {
  const near = (peg: string) => {
    const [a, b] = [actual[peg], expected[peg]]
    return (
      a === b ||
      (typeof a === 'number' &&
        typeof b === 'number' &&
        Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)))
    )
  }
  // A sum of nothing and no figure at all look the same here.
  const off = [...new Set([...Object.keys(actual), ...Object.keys(expected)])].filter(
    (peg) => !near(peg),
  )
  expect({ what, off: off.map((peg) => [peg, actual[peg], expected[peg]]) }).toEqual({
    what,
    off: [],
  })
}
