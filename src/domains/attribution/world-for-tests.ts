import Value from 'typebox/value'
import { expect } from 'vitest'
import { NOW_SEC, TEST_KEY, TestApp } from '../../../test/support/test-app.ts'
import type { Route } from '../../http/route.ts'
import { DAY_SEC, dayStart, HOUR_SEC } from '../../lib/clock.ts'
import { protocolRow } from '../registry/protocol-row.ts'
import { protocols } from '../registry/public.ts'
import { tvlRecords } from '../tvl/public.ts'
import { forkLinks, oracleLinks } from './facts.ts'
import { chartRoutes, forkChartRoutes } from './routes/chart-routes.ts'

/** Midnight of some days ago, and hours after it. Tests take place at noon. */
export function at(daysAgo: number, hours = 0): number {
  return dayStart(NOW_SEC) - daysAgo * DAY_SEC + hours * HOUR_SEC
}

/** The points every chart of the world below has: four midnights and the newest record. */
export const [D3, D2, D1, D0, NEWEST] = [at(3), at(2), at(1), at(0), at(0, 11)]

/** A protocol's record of one timestamp: values by chain key, or by `<chain>-<section>`. */
export function record(
  protocol: string,
  atSec: number,
  usdByKey: Record<string, number>,
): Record<string, unknown>[] {
  return Object.entries(usdByKey).map(([key, tvlUsd]) => {
    const [chain = '', section = 'tvl'] = key.split('-')
    return { protocol, chain, section, atSec, tvlUsd }
  })
}

/** A link from the beginning of time on every chain, unless said otherwise. */
export function oracleLink(
  protocol: string,
  oracle: string,
  type: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return { protocol, oracle, type, chain: 'all', atSec: 0, untilSec: null, proofs: [], ...more }
}

export function forkLink(
  protocol: string,
  original: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return { protocol, original, withdrawn: null, proofs: [], ...more }
}

/**
 * Ten protocols over four days. What each holds at the points of a chart, missing records filled by
 * the next one:
 *
 * | protocol     | D3              | D2              | D1        | D0        | NEWEST    |
 * |
 * | ------------ | --------------- | --------------- | --------- | --------- | --------- |
 * -------------------------------------- |
 * | Lend One     | eth 100 base 10 | eth 200 base 20 | 400 and 40| 400 and 40| 500 and 50| borrowed
 * 40 on D3, 70 now              |
 * | Swap Two     | eth 1,000       | 1,000           | 2,000     | 2,000     | 3,000     | staking
 * 300 from D0 on                 |
 * | Fork Three   | –               | bsc 60          | 80        | 80        | 80        |
 * |
 * | Fork Four    | –               | –               | bsc 7     | 7         | 7         |
 * double-counted, silent since D1        |
 * | Bridge Five  | eth 5,760       | 5,760           | 5,760     | 5,760     | 5,760     | silent
 * since D3                        |
 * | Exchange Six | eth 9,000,000   | …               | …         | …         | …         | an
 * exchange: never shown               |
 * | Estate Seven | –               | eth 600         | 600       | 600       | 600       |
 * real-world assets: double-counted      |
 * | Odd Eight    | –               | –               | –         | base 3    | 3         | without
 * a category                     |
 * | Gone Nine    | eth 30          | 30              | –         | –         | –         | dead
 * |
 * | Family V1    | –               | –               | –         | –         | –         | never
 * measured; a child of Family      |
 */
export async function startWorld(): Promise<TestApp> {
  const app = await TestApp.start()
  await putProtocols(app)
  await putLinks(app)
  return app
}

export async function putProtocols(app: TestApp): Promise<void> {
  await app.put(protocols, [
    protocolRow({ id: '1', name: 'Lend One', category: 'Lending' }),
    protocolRow({ id: '2', name: 'Swap Two', category: 'Dexs', previousNames: ['Swop Two'] }),
    protocolRow({ id: '3', name: 'Fork Three', category: 'Dexs' }),
    protocolRow({ id: '4', name: 'Fork Four', category: 'Dexs', doubleCounted: true }),
    protocolRow({ id: '5', name: 'Bridge Five', category: 'Bridge' }),
    protocolRow({ id: '6', name: 'Exchange Six', category: 'CEX' }),
    protocolRow({ id: '7', name: 'Estate Seven', category: 'RWA' }),
    protocolRow({ id: '8', name: 'Odd Eight' }),
    protocolRow({ id: '9', name: 'Gone Nine', category: 'Lending', deadFromSec: at(1) }),
    protocolRow({ id: 'parent#family', name: 'Family' }),
    protocolRow({ id: '10', name: 'Family V1', category: 'Lending', parent: 'parent#family' }),
  ])
  await app.put(tvlRecords, [
    ...record('1', at(3), { ethereum: 100, base: 10, 'ethereum-borrowed': 40 }),
    ...record('1', at(2), { ethereum: 200, base: 20 }),
    ...record('1', at(0), { ethereum: 400, base: 40 }),
    ...record('1', at(0, 11), { ethereum: 500, base: 50, 'ethereum-borrowed': 70 }),
    ...record('2', at(3), { ethereum: 1_000 }),
    ...record('2', at(2), { ethereum: 1_000 }),
    ...record('2', at(1), { ethereum: 2_000 }),
    ...record('2', at(0), { ethereum: 2_000, 'ethereum-staking': 300 }),
    ...record('2', at(0, 11), { ethereum: 3_000, 'ethereum-staking': 300 }),
    ...record('3', at(2), { bsc: 60 }),
    ...record('3', at(0), { bsc: 80 }),
    ...record('4', at(1), { bsc: 7 }),
    ...record('5', at(3), { ethereum: 5_760 }),
    ...record('6', at(3), { ethereum: 9_000_000 }),
    ...record('7', at(2), { ethereum: 600 }),
    ...record('7', at(0), { ethereum: 600 }),
    ...record('8', at(0, 11), { base: 3 }),
    ...record('9', at(3), { ethereum: 30 }),
    ...record('9', at(2), { ethereum: 30 }),
  ])
}

export async function putLinks(app: TestApp): Promise<void> {
  await app.put(oracleLinks, [
    // Lend One went from Arrow to Bell at midnight of D1.
    oracleLink('1', 'Arrow Feeds', 'Primary', { untilSec: at(1) }),
    oracleLink('1', 'Bell', 'Primary', { atSec: at(1) }),
    oracleLink('2', 'Arrow Feeds', 'Aggregator'),
    oracleLink('2', 'Cairn', 'Aggregator'),
    oracleLink('2', 'Dusk', 'RNG'),
    // On D1 at 06:00: midnight of D1 is before it.
    oracleLink('3', 'Cairn', 'Primary', { chain: 'bsc', atSec: at(1, 6) }),
    oracleLink('4', 'Cairn', 'Primary', { chain: 'ethereum' }),
    oracleLink('5', 'Arrow Feeds', 'Primary'),
    oracleLink('7', 'Bell', 'Primary'),
    oracleLink('7', 'Ember', 'Primary'),
    oracleLink('7', 'Dusk', 'Secondary'),
  ])
  await app.put(forkLinks, [
    forkLink('3', '2'),
    // A fork of a fork, which counts for the fork alone.
    forkLink('4', '3'),
    forkLink('7', '10'),
    forkLink('7', 'parent#family'),
    forkLink('1', 'parent#family'),
    forkLink('2', '1', { withdrawn: true }),
  ])
}

/**
 * The body of a good response of a route, which must be by its schema and the same with the key in
 * the path.
 */
export async function bodyOf<T>(app: TestApp, route: Route, url: string): Promise<T> {
  const { status, body } = await app.get(url, { pro: true })
  expect({ url, status }).toEqual({ url, status: 200 })
  expect(Value.Errors(route.response, body)).toEqual([])
  expect((await app.get(`/${TEST_KEY}${url}`)).body).toEqual(body)
  return body as T
}

/** What every chart answers to a key or bound it does not know. */
export async function expectRefusals(app: TestApp, url: string): Promise<void> {
  for (const bad of ['key=TVL', 'key=tokens', 'start=yesterday', 'end=-1']) {
    const name = bad.split('=')[0]
    expect(await app.get(`${url}?${bad}`, { pro: true })).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter' },
    })
    expect(
      ((await app.get(`${url}?${bad}`, { pro: true })).body as { message: string }).message,
    ).toContain(`\`${name}\``)
  }
}

/** The chart with this id. */
export function chart(id: string): Route {
  const found = [...chartRoutes, ...forkChartRoutes].find(
    (route) => route.id === `attribution.${id}`,
  )
  if (found === undefined) throw new Error(`There is no chart ${id}.`)
  return found
}
