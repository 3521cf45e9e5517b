import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { lendingSamples, perpSamples, stakingRates, yieldPools, yieldSamples } from '../facts.ts'
import {
  at,
  bodyOf,
  id,
  itemsOf,
  lendingRow,
  perpRow,
  poolRow,
  putAt,
  sampleRow,
  stakingRow,
} from '../facts-for-tests.ts'

const FIRST = '2026-01-14T11:10:00Z'
const CORRECTION = '2026-01-14T11:20:00Z'
const BETWEEN = '2026-01-14T11:15:00Z'

let app: TestApp

/** Everything that is known of one pool, with figures that are `factor` times as large. */
const world = (
  symbol: string,
  factor: number,
): [Parameters<typeof putAt>[2][number][0], Record<string, unknown>[]][] => [
  [yieldPools, [poolRow(id(1), { symbol })]],
  [
    yieldSamples,
    [
      sampleRow(id(1), at(1, 11), { apyPct: factor }),
      sampleRow(id(1), at(0, 11), { tvlUsd: 20_000 * factor, apyPct: 4 * factor }),
    ],
  ],
  [lendingSamples, [lendingRow(id(1), at(0, 11), { totalSupplyUsd: 30_000 * factor })]],
  [perpSamples, [perpRow(id(2), at(0, 11), { openInterestUsd: 5 * factor })]],
  [stakingRates, [stakingRow({ coin: 'ethereum:0xa', atSec: at(0, 11), marketRate: factor })]],
]

beforeAll(async () => {
  app = await TestApp.start()
  await putAt(app, FIRST, world('FIRST', 1))
  await putAt(app, CORRECTION, world('SECOND', 2))
})

afterAll(() => app.stop())

describe.each([
  ['as it was known before the correction, ISO', `?asOf=${BETWEEN}`, 'FIRST', 1],
  [
    'as it was known before the correction, Unix seconds',
    `?asOf=${Date.parse(BETWEEN) / 1000}`,
    'FIRST',
    1,
  ],
  ['at the time of the correction', `?asOf=${CORRECTION}`, 'SECOND', 2],
  ['now', '', 'SECOND', 2],
])('%s', (_, query, symbol, factor) => {
  const pro = (path: string) => itemsOf(app, `${path}${query}`, { pro: true })

  test('default', async () => {
    // 4 now and 1 a day ago, or twice as much.
    const item = {
      symbol,
      tvlUsd: 20_000 * factor,
      apy: 4 * factor,
      apyPct1D: 3 * factor,
      count: 2,
    }
    expect(await pro('/yields/pools')).toMatchObject([item])
    expect(await pro('/yields/poolsOld')).toMatchObject([item])
    expect(await pro('/yields/poolsBorrow')).toMatchObject([
      { ...item, totalSupplyUsd: 30_000 * factor },
    ])
    expect(await pro(`/yields/chart/${id(1)}`)).toMatchObject([
      { apy: factor },
      { apy: 4 * factor },
    ])
    expect(await pro(`/yields/chartLendBorrow/${id(1)}`)).toMatchObject([
      { totalSupplyUsd: 30_000 * factor },
    ])
    expect(await pro('/yields/perps')).toMatchObject([{ openInterest: 5 * factor }])
    expect(await bodyOf(app, `/yields/lsdRates${query}`, { pro: true })).toMatchObject([
      { marketRate: factor },
    ])
  })
})

test('behavior: before anything was known there is nothing', async () => {
  const before = '?asOf=2026-01-14T11:00:00Z'
  expect(await itemsOf(app, `/pools${before}`)).toEqual([])
  expect((await app.get(`/chart/${id(1)}${before}`)).status).toBe(404)
})
