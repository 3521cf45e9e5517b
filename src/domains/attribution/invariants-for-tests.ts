import { expect } from 'vitest'
import type { TestApp } from '../../../test/support/test-app.ts'
import { DAY_SEC, dayStart } from '../../lib/clock.ts'
import { type Detail, expectSame, type Item, shareOf } from '../tvl/invariants-for-tests.ts'
import { SECTIONS } from '../tvl/public.ts'

type Points = [number, number][]
type Rows = Record<string, number>[]
type Overview = Record<
  string,
  Record<string, { tvl: number | null; protocolsSecured?: number; forks?: number }>
>

// Totals of sections stand among the chains of a detail.
const NO_CHAINS = new Set<string>(SECTIONS)

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

async function ask<T>(app: TestApp, url: string): Promise<T> {
  const { status, body } = await app.get(url, { pro: true })
  expect({ url, status }).toEqual({ url, status: 200 })
  return body as T
}

/** The protocols that the charts of categories show. */
function isShown({ category }: Item): boolean {
  return category !== 'Chain' && category !== 'CEX'
}

/** Details of protocols by id, for what they hold on a day. */
export async function readDetails(
  app: TestApp,
  items: readonly Item[],
): Promise<Map<string, Detail>> {
  const details = new Map<string, Detail>()
  for (const { id } of items)
    details.set(id, await ask<Detail>(app, `/api/protocol/${id}?fields=tvl,chainTvls`))
  return details
}

/**
 * On every day, or every so many, categories add up to what the protocols hold; at the newest record
 * of all, to what /protocols says now. Where nobody counts then, there is no such point.
 */
export async function expectCategories(
  app: TestApp,
  items: readonly Item[],
  details: ReadonlyMap<string, Detail>,
  everyDays = 1,
): Promise<void> {
  const body = await ask<{ chart: Overview; categoryPercentages: Record<string, number | null> }>(
    app,
    '/api/categories',
  )
  const newestSec = Math.max(0, ...details.values().map(({ tvl }) => tvl.at(-1)?.date ?? 0))
  const { [newestSec]: newest = {}, ...daily } = body.chart
  const shown = items
    .filter(isShown)
    .map((item) => ({ item, detail: details.get(item.id) as Detail }))
  const chainsOf = ({ chainTvls }: Detail) =>
    Object.keys(chainTvls).filter((key) => !key.includes('-') && !NO_CHAINS.has(key))
  for (const [timestamp, groups] of Object.entries(daily).filter(
    (_, index) => index % everyDays === 0,
  )) {
    const held = shown.flatMap(({ item, detail }) =>
      chainsOf(detail).map((chain) => shareOf(item, detail, chain, Number(timestamp))),
    )
    expectSame(
      sum(Object.values(groups).map(({ tvl }) => tvl ?? 0)),
      sum(held),
      `categories on ${timestamp}`,
    )
  }
  // A dead protocol counts on the day of its last record and not after.
  const isCounted = ({ item, detail }: (typeof shown)[number]) =>
    item.deadFrom === null || dayStart(detail.tvl.at(-1)?.date ?? 0) === dayStart(newestSec)
  const now = shown.filter(isCounted).map(({ item }) => item.tvl)
  expectSame(sum(Object.values(newest).map(({ tvl }) => tvl ?? 0)), sum(now), 'categories now')
  expectWhole(body.categoryPercentages)
}

/**
 * Chains add up to the total, each oracle's chains to the oracle; the breakdown agrees with the
 * charts of single oracles.
 */
export async function expectOracles(app: TestApp): Promise<void> {
  const totals = new Map(await ask<Points>(app, '/api/v2/chart/oracle'))
  expectRowsAddUp(await ask<Rows>(app, '/api/v2/chart/oracle/chain-breakdown'), totals, 'chains')
  const byOracle = await ask<Rows>(app, '/api/v2/chart/oracle/protocol-breakdown')
  for (const oracle of new Set(byOracle.flatMap(({ timestamp: _, ...row }) => Object.keys(row)))) {
    const path = `/api/v2/chart/oracle/protocol/${encodeURIComponent(oracle)}`
    const points = await ask<Points>(app, path)
    expect(points).toEqual(
      byOracle.flatMap((row) => (row[oracle] === undefined ? [] : [[row.timestamp, row[oracle]]])),
    )
    expectRowsAddUp(await ask<Rows>(app, `${path}/chain-breakdown`), new Map(points), oracle)
  }
  await expectOverview(app, byOracle, totals)
}

/**
 * The overview says what the breakdown says; no oracle secures more than everything, and nothing is
 * secured by nobody.
 */
async function expectOverview(
  app: TestApp,
  byOracle: Rows,
  totals: ReadonlyMap<number, number>,
): Promise<void> {
  const overview = await ask<{
    chart: Overview
    dominance: Record<string, number | null>
    oracles: Record<string, string[]>
  }>(app, '/api/oracles')
  for (const { timestamp = 0, ...row } of byOracle) {
    const total = totals.get(timestamp) ?? 0
    for (const [oracle, value] of Object.entries(row)) {
      expect(value).toBeLessThanOrEqual(total * (1 + 1e-9))
      expect(overview.chart[timestamp]?.[oracle]?.tvl).toBe(value)
    }
    expect(sum(Object.values(row)) * (1 + 1e-9)).toBeGreaterThanOrEqual(total)
  }
  const newest = Object.values(overview.chart).at(-1) ?? {}
  for (const [oracle, names] of Object.entries(overview.oracles))
    expect(newest[oracle]?.protocolsSecured).toBe(new Set(names).size)
  expectWhole(overview.dominance)
}

/** Where no protocol has two primary oracles, the oracles add up to the total. */
export async function expectOraclesAddUp(app: TestApp): Promise<void> {
  const totals = new Map(await ask<Points>(app, '/api/v2/chart/oracle'))
  expectRowsAddUp(
    await ask<Rows>(app, '/api/v2/chart/oracle/protocol-breakdown'),
    totals,
    'oracles',
  )
}

/** Each original's chart is its column of the breakdown and of the overview. */
export async function expectForks(
  app: TestApp,
  slugOf: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = await ask<Rows>(app, '/api/v2/chart/fork/protocol-breakdown')
  const { chart } = await ask<{ chart: Overview }>(app, '/api/forks')
  for (const name of new Set(rows.flatMap(({ timestamp: _, ...row }) => Object.keys(row)))) {
    const points = await ask<Points>(
      app,
      `/api/v2/chart/fork/protocol/${encodeURIComponent(slugOf.get(name) ?? name)}`,
    )
    expect(points).toEqual(
      rows.flatMap((row) => (row[name] === undefined ? [] : [[row.timestamp, row[name]]])),
    )
    for (const [timestamp, usd] of points) expect(chart[timestamp]?.[name]?.tvl).toBe(usd)
  }
}

/** All points but the last are at midnight, in order. */
export function expectDays(points: readonly (readonly [number, number])[]): void {
  points.slice(0, -1).forEach(([timestamp], index) => {
    expect(timestamp % DAY_SEC).toBe(0)
    expect(timestamp).toBeLessThan(points[index + 1]?.[0] ?? 0)
  })
}

function expectRowsAddUp(rows: Rows, totals: ReadonlyMap<number, number>, what: string): void {
  expect(rows.map(({ timestamp }) => timestamp)).toEqual([...totals.keys()])
  for (const { timestamp = 0, ...row } of rows)
    expectSame(sum(Object.values(row)), totals.get(timestamp) ?? 0, `${what} at ${timestamp}`)
}

/** Percent that are known add up to 100. */
function expectWhole(shares: Record<string, number | null>): void {
  const known = Object.values(shares).filter((share) => share !== null)
  if (known.length > 0) expectSame(sum(known), 100, 'percent')
}
