import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { prices, supplies } from '../../coins/public.ts'
import { dimensionDays } from '../../dimensions/public.ts'
import { raises } from '../../raises/public.ts'
import { protocolHallmarks, protocols } from '../../registry/public.ts'
import { tvlRecords, tvlTokens } from '../facts.ts'
import { at, bodyOf, protocolRow, record, tokenRecord } from '../facts-for-tests.ts'
import { protocolDetail } from './protocol-shapes.ts'

interface Detail {
  tvl: { date: number; totalLiquidityUSD: number }[]
  tokens: unknown[]
  chainTvls: Record<string, { tvl: unknown[] }>
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  const child = (id: string, name: string, more = {}) =>
    protocolRow({ id, name, parent: 'parent#pool', ...more })
  await app.put(protocols, [
    protocolRow({ id: 'parent#pool', name: 'Pool', category: null }),
    child('1', 'Pool V1', { deadFromSec: at(3), tokenCoin: 'ethereum:0xunpriced', symbol: 'POOL' }),
    child('2', 'Pool V2', { tokenCoin: 'ethereum:0x2', symbol: 'PL2', treasury: 'pool.js' }),
    child('3', 'Pool V3'),
    child('4', 'Pool Vault', { excludedFromParent: true }),
  ])
  await app.put(supplies, [{ coin: 'ethereum:0x2', atSec: at(1), circulating: 10 }])
  await app.put(prices, [{ coin: 'ethereum:0x2', atSec: NOW_SEC - 60, priceUsd: 3, confidence: 1 }])
  await app.put(tvlRecords, [
    ...record('1', at(4), { ethereum: 1 }),
    ...record('2', at(4), { ethereum: 10, bsc: 5 }),
    ...record('2', at(2), { ethereum: 20 }),
    ...record('2', at(0), { ethereum: 30 }),
    ...record('2', at(0, 9), { ethereum: 40, 'ethereum-staking': 2 }),
    ...record('3', at(1), { ethereum: 100 }),
    ...record('3', at(0, 11), { base: 200, 'base-staking': 3 }),
    ...record('4', at(0, 11), { ethereum: 1_000_000 }),
  ])
  await app.put(tvlTokens, [
    ...tokenRecord('1', at(4), { 'ethereum:0xa WETH': [1, 1] }),
    ...tokenRecord('2', at(2), { 'ethereum:0xa WETH': [2, 20] }),
    ...tokenRecord('2', at(0, 9), { 'ethereum:0xa WETH': [4, 40] }),
    ...tokenRecord('4', at(2), { 'ethereum:0xa WETH': [777, 777] }),
  ])
})

afterAll(() => app.stop())

// Day by day: V1 + V2 + V3. V1 is dead since its first day and keeps its 1; V2 has no record three
// and one days ago.
const POINTS: [number, number][] = [
  [at(4), 1 + 15],
  [at(3), 1 + 15],
  [at(2), 1 + 20],
  [at(1), 1 + 20 + 100],
  // V3's record of the day was taken at 11:00, and is the day's.
  [at(0), 1 + 30 + 200],
  [at(0, 11), 1 + 40 + 200],
]

const detail = (query = '') => bodyOf<Detail>(app, `/protocol/pool${query}`)
const pointsOf = (body: Detail) =>
  body.tvl.map(({ date, totalLiquidityUSD }) => [date, totalLiquidityUSD])

test('default: children are filled forward, aligned to the newest time and summed; the one left out is not there', async () => {
  const body = await detail()
  expect(pointsOf(body)).toEqual(POINTS)
  expect(body.chainTvls.staking?.tvl).toEqual([
    { date: at(0), totalLiquidityUSD: 3 },
    { date: at(0, 11), totalLiquidityUSD: 5 },
  ])
  expect(Value.Check(protocolDetail, body)).toBe(true)
})

test('behavior: current figures are the sums of the children’s newest records', async () => {
  expect(await detail()).toMatchObject({
    id: 'parent#pool',
    name: 'Pool',
    slug: 'pool',
    chains: ['Base', 'Ethereum'],
    currentChainTvls: {
      Ethereum: 41,
      Base: 200,
      'Ethereum-staking': 2,
      'Base-staking': 3,
      staking: 5,
    },
    isParentProtocol: true,
    otherProtocols: ['Pool', 'Pool V1', 'Pool V2', 'Pool V3', 'Pool Vault'],
  })
})

test('behavior: symbol, treasury and market cap fall back to a child’s', async () => {
  // The first child's token has no price, so the second child's counts: 10 × 3.
  expect(await detail()).toMatchObject({ symbol: 'POOL', treasury: 'pool.js', mcap: 30 })
})

test.each([
  ['start', `?start=${at(1)}`, POINTS.slice(3)],
  ['a start after the last record of a child', `?start=${at(1, 1)}`, POINTS.slice(4)],
  ['end', `?end=${at(3)}`, POINTS.slice(0, 2)],
])('behavior: a series bounded by %s is a part of the whole one', async (_, query, expected) => {
  expect(pointsOf(await detail(query))).toEqual(expected)
})

test('behavior: tokens are filled and summed the same way', async () => {
  const { tokens } = await detail('?include=tokens')
  expect(tokens).toEqual([
    { date: at(4), tokens: { WETH: 1 } },
    { date: at(3), tokens: { WETH: 1 } },
    { date: at(2), tokens: { WETH: 3 } },
    { date: at(1), tokens: { WETH: 3 } },
    // V2's only token record of today was taken at 09:00.
    { date: at(0), tokens: { WETH: 5 } },
    { date: at(0, 9), tokens: { WETH: 5 } },
  ])
})

test('behavior: a child names its family', async () => {
  expect(
    await bodyOf(
      app,
      '/protocol/pool-v2?fields=otherProtocols,parentProtocol,parentProtocolSlug,isParentProtocol',
    ),
  ).toEqual({
    otherProtocols: ['Pool', 'Pool V1', 'Pool V2', 'Pool V3', 'Pool Vault'],
    parentProtocol: 'parent#pool',
    parentProtocolSlug: 'pool',
    isParentProtocol: false,
  })
})

test('behavior: found by the id of the parent', async () => {
  expect(await bodyOf(app, '/protocol/parent%23pool')).toEqual(await detail())
})

test('behavior: raises and fees are those of the whole family; who is left out adds none', async () => {
  const round = {
    round: 'Seed',
    valuationMillionUsd: null,
    chains: [],
    sector: null,
    category: null,
    link: null,
    leadInvestors: [],
    otherInvestors: [],
  }
  await app.put(raises, [
    {
      ...round,
      reporter: 'wire',
      report: 'a',
      atSec: Date.UTC(2024, 1, 29) / 1000,
      name: 'Pool Labs',
      amountMillionUsd: 2.5,
      protocol: '2',
    },
    {
      ...round,
      reporter: 'wire',
      report: 'b',
      atSec: Date.UTC(2023, 4, 1) / 1000,
      name: 'Pool',
      amountMillionUsd: null,
      protocol: 'parent#pool',
    },
    {
      ...round,
      reporter: 'wire',
      report: 'c',
      atSec: Date.UTC(2023, 4, 1) / 1000,
      name: 'Else',
      amountMillionUsd: 9,
      protocol: '77',
    },
  ])
  const fees = (protocol: string, dataType: string, daysAgo: number, valueUsd: number) => ({
    ...{ metric: 'fees', version: '', chain: 'ethereum', label: '' },
    ...{ protocol, dataType, atSec: at(daysAgo), valueUsd },
  })
  await app.put(dimensionDays, [
    fees('2', 'dailyFees', 1, 30),
    fees('2', 'dailyFees', 2, 20),
    fees('2', 'dailyRevenue', 2, 4),
    fees('3', 'dailyFees', 1, 5),
    fees('4', 'dailyFees', 1, 999),
  ])
  expect(await detail()).toMatchObject({
    raises: [
      { date: '2024-02-29', amount: 2.5, name: 'Pool Labs', round: 'Seed' },
      { date: '2023-05-01', amount: null, name: 'Pool' },
    ],
    // Yesterday 30 + 5; in the week 20 more. Revenue of yesterday is late.
    metrics: { fees: { '24h': 35, '7d': 55 }, revenue: { '24h': 4, '7d': 4 } },
  })
})

test('behavior: events are those of the whole family, told once; who is left out adds none', async () => {
  const hallmark = (protocol: string, daysAgo: number, event: string) => ({
    protocol,
    onSec: at(daysAgo),
    event,
  })
  await app.put(protocolHallmarks, [
    hallmark('parent#pool', 1, 'Pool has a new name'),
    hallmark('2', 3, 'V1 closes'),
    hallmark('1', 3, 'V1 closes'),
    hallmark('3', 1, 'V3 opens'),
    hallmark('4', 2, 'Vault opens'),
  ])
  expect(await detail('?fields=hallmarks')).toEqual({
    hallmarks: [
      [at(3), 'V1 closes'],
      [at(1), 'Pool has a new name'],
      [at(1), 'V3 opens'],
    ],
  })
  expect(await bodyOf(app, '/protocol/pool-v2?fields=hallmarks')).toEqual({
    hallmarks: [[at(3), 'V1 closes']],
  })
})
