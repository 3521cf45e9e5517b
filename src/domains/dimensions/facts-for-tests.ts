import { NOW_SEC, type TestApp } from '../../../test/support/test-app.ts'
import { DAY_SEC, dayStart } from '../../lib/clock.ts'
import { protocols } from '../registry/facts.ts'
import { dimensionDays } from './facts.ts'

/** 00:00 UTC of a day, counted back from D, the last complete day of the tests' clock. */
export function day(back: number): number {
  return dayStart(NOW_SEC) - (back + 1) * DAY_SEC
}

interface Place {
  metric?: string
  dataType?: string
  version?: string
  chain?: string
  label?: string
}

/** Rows of one protocol by days back from D, in a line. */
export function rows(protocol: string, values: Record<number, number>, place: Place = {}) {
  const {
    metric = 'dexs',
    dataType = 'dailyVolume',
    version = '',
    chain = 'ethereum',
    label = '',
  } = place
  return Object.entries(values).map(([back, valueUsd]) => ({
    metric,
    protocol,
    dataType,
    version,
    chain,
    label,
    atSec: day(Number(back)),
    valueUsd,
  }))
}

/**
 * A small world. Alpha has two versions, the second of which is late; Beta is on two chains and has
 * versions of its own; Twin is double-counted; Gamma stopped long ago.
 *
 * | volume     | chain    | D   | D−1 | D−6 | D−7 | D−30 | D−400 |
 * |------------|----------|-----|-----|-----|-----|------|-------|
 * | Alpha V1   | ethereum | 100 | 80  |     | 50  | 20   |       |
 * | Alpha V1   | base     | 40  | 10  |     |     |      |       |
 * | Alpha V2   | ethereum |     | 60  | 30  |     |      |       |
 * | Beta (Spot)| solana   | 500 | 400 |     |     |      | 7     |
 * | Beta (Pro) | base     | 20  | 25  |     |     |      |       |
 * | Twin       | ethereum | 900 | 900 |     |     |      |       |
 * | Gamma      | base     |     |     |     |     |      | 70    |
 */
export async function putSmallWorld(app: TestApp): Promise<void> {
  await app.put(protocols, [
    { id: 'parent#alpha', name: 'Alpha' },
    {
      id: '1',
      name: 'Alpha V1',
      category: 'Dexs',
      parent: 'parent#alpha',
      tokenCoin: 'ethereum:0x01',
      previousNames: ['Old Alpha'],
    },
    { id: '2', name: 'Alpha V2', category: 'Dexs', parent: 'parent#alpha' },
    { id: '3', name: 'Beta Swap', category: 'Dexs', tags: ['Derivatives'] },
    { id: '4', name: 'Twin', category: 'Dex Aggregator', doubleCounted: true },
    { id: '5', name: 'Gamma', category: 'Real World Assets (RWA)' },
    { id: '6', name: 'Silent', category: 'Dexs' },
  ])
  await app.put(dimensionDays, [
    ...rows('1', { 0: 100, 1: 80, 7: 50, 30: 20 }),
    ...rows('1', { 0: 40, 1: 10 }, { chain: 'base' }),
    ...rows('2', { 1: 60, 6: 30 }),
    ...rows('3', { 0: 500, 1: 400, 400: 7 }, { chain: 'solana', version: 'Spot' }),
    ...rows('3', { 0: 20, 1: 25 }, { chain: 'base', version: 'Pro' }),
    ...rows('4', { 0: 900, 1: 900 }),
    ...rows('5', { 400: 70 }, { chain: 'base' }),
  ])
}

/** The small world with fees by label, chain and kind; figures of the tests are sums of these. */
export async function putFees(app: TestApp): Promise<void> {
  await putSmallWorld(app)
  const fees = (dataType: string, label = '', chain = 'ethereum') => ({
    metric: 'fees',
    dataType,
    label,
    chain,
  })
  await app.put(dimensionDays, [
    ...rows('1', { 0: 70, 1: 60 }, fees('dailyFees', 'Token Swap Fees')),
    ...rows('1', { 0: 30 }, fees('dailyFees', 'Flashloan Fees')),
    ...rows('1', { 0: 75, 1: 45 }, fees('dailySupplySideRevenue')),
    ...rows('1', { 0: 10 }, fees('dailyProtocolRevenue')),
    ...rows('3', { 0: 20 }, fees('dailyFees', '', 'base')),
    ...rows('3', { 0: 8 }, fees('dailyRevenue', '', 'base')),
    ...rows('chain#base', { 0: 500 }, fees('dailyFees', '', 'base')),
  ])
}

/**
 * What the small world adds up to: 24 hours are 140 of Alpha V1, 60 of V2 (the day before) and 520
 * of Beta.
 */
export const smallWorldTotals = {
  total24h: 720,
  total48hto24h: 575, // 90 + 60 + 425
  total7d: 1_265, // 230 + 90 + 945
  total14dto7d: 50,
  total30d: 1_315,
  total60dto30d: 20,
  total1y: 1_335,
  total7DaysAgo: 50,
  total30DaysAgo: 20,
  totalAllTime: 1_412, // and 7 of Beta, 70 of Gamma
  average1y: 267, // on five days: D, D−1, D−6, D−7, D−30
  monthlyAverage1y: null,
  change_1d: 25.22, // 720 ÷ 575 = 1.25217…
  change_7d: 1_340, // 720 ÷ 50 = 14.4
  change_1m: 3_500,
  change_30d: 3_500,
  change_7dover7d: 2_430, // 1,265 ÷ 50 = 25.3
  change_30dover30d: 6_475, // 1,315 ÷ 20 = 65.75
}

/** The body of a response on the pro root, which must be a good one. */
export async function proBody(app: TestApp, url: string): Promise<unknown> {
  const { status, body } = await app.get(url, { pro: true })
  if (status !== 200) throw new Error(`${url}: ${status} ${JSON.stringify(body)}`)
  return body
}
