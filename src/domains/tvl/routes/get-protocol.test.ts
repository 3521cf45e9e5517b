import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { prices, supplies } from '../../coins/public.ts'
import { protocolHallmarks, protocols } from '../../registry/public.ts'
import { tvlRecords, tvlTokens } from '../facts.ts'
import { at, bodyOf, held, protocolRow, record, tokenRecord } from '../facts-for-tests.ts'
import { protocolDetail } from './protocol-shapes.ts'

interface Point {
  date: number
  totalLiquidityUSD: number
}
interface TokenMembers {
  tokens: { date: number; tokens: Record<string, number> }[] | null
  tokensInUsd: { date: number; tokens: Record<string, number> }[] | null
}
interface Detail extends TokenMembers {
  tvl: Point[]
  currentChainTvls: Record<string, number>
  chainTvls: Record<string, { tvl: Point[] } & TokenMembers>
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({
      id: '1',
      name: 'Swap',
      symbol: 'SWP',
      tokenCoin: 'ethereum:0x1',
      description: 'A swap.',
      url: 'https://example.org',
    }),
    protocolRow({ id: '2', name: 'Never Measured' }),
    protocolRow({ id: '3', name: 'At Midnight' }),
  ])
  await app.put(protocolHallmarks, [
    { protocol: '1', onSec: at(1), event: 'Swap opens on BSC' },
    { protocol: '1', onSec: at(3), event: 'Swap opens' },
    { protocol: '1', onSec: at(3), event: 'Rewards begin' },
    { protocol: '3', onSec: at(1), event: 'At Midnight opens' },
  ])
  await app.put(supplies, [{ coin: 'ethereum:0x1', atSec: at(1), circulating: 40 }])
  await app.put(prices, [{ coin: 'ethereum:0x1', atSec: NOW_SEC - 60, priceUsd: 2, confidence: 1 }])
  await app.put(tvlRecords, [
    ...record('1', at(3), { ethereum: 10, 'ethereum-borrowed': 900 }),
    ...record('1', at(3, 5), { ethereum: 999, bsc: 999 }),
    ...held(record('1', at(1, 1), { ethereum: 500e9 })),
    ...record('1', at(1, 2), { ethereum: 20, bsc: 5 }),
    ...record('1', at(1, 3), { ethereum: 998 }),
    ...record('1', at(0), { ethereum: 30, bsc: 6 }),
    ...record('1', at(0, 10), { ethereum: 997 }),
    ...record('1', at(0, 11), { ethereum: 40.123456, 'ethereum-staking': 7 }),
    ...record('3', at(1), { ethereum: 1 }),
    ...record('3', at(0), { ethereum: 2 }),
  ])
  await app.put(tvlTokens, [
    ...held(tokenRecord('1', at(1, 1), { 'ethereum:0xa WETH': [5e9, 500e9] })),
    ...tokenRecord('1', at(1, 2), {
      'ethereum:0xa WETH': [2, 20],
      'bsc:0xb usdc': [5, 5],
      'ethereum:0xc SWP staking': [100, 50],
    }),
    ...tokenRecord('1', at(1, 3), { 'ethereum:0xa WETH': [99, 990] }),
    ...tokenRecord('1', at(0), { 'ethereum:0xa WETH': [3, 30], 'bsc:0xb USDC': [6, 6] }),
    ...tokenRecord('1', at(0, 11), { 'ethereum:0xa WETH': [4, 40] }),
  ])
})

afterAll(() => app.stop())

const detail = (query = '') => bodyOf<Detail>(app, `/protocol/swap${query}`)
const point = (date: number, totalLiquidityUSD: number) => ({ date, totalLiquidityUSD })
const TVL = [point(at(3), 10), point(at(1), 25), point(at(0), 36), point(at(0, 11), 40.123456)]

test('default: one point a day, the first record of it, then the newest record with its own time', async () => {
  const body = await detail()
  expect(body.tvl).toEqual(TVL)
  expect(Object.keys(body.chainTvls).sort()).toEqual([
    'BSC',
    'Ethereum',
    'Ethereum-borrowed',
    'Ethereum-staking',
    'borrowed',
    'staking',
  ])
  expect(body.chainTvls.Ethereum?.tvl).toEqual([
    point(at(3), 10),
    point(at(1), 20),
    point(at(0), 30),
    point(at(0, 11), 40.123456),
  ])
  expect(body.chainTvls.BSC?.tvl).toEqual([point(at(1), 5), point(at(0), 6)])
  expect(body.chainTvls['Ethereum-borrowed']?.tvl).toEqual([point(at(3), 900)])
  expect(body.chainTvls.borrowed?.tvl).toEqual([point(at(3), 900)])
  expect(body.chainTvls.staking?.tvl).toEqual([point(at(0, 11), 7)])
  expect(Value.Check(protocolDetail, body)).toBe(true)
})

test('behavior: current figures are those of the newest record', async () => {
  expect(await detail()).toMatchObject({
    id: '1',
    name: 'Swap',
    symbol: 'SWP',
    category: 'Dexs',
    description: 'A swap.',
    url: 'https://example.org',
    logo: null,
    socialHandle: null,
    chain: 'Ethereum',
    chains: ['Ethereum'],
    currentChainTvls: { Ethereum: 40.123456, 'Ethereum-staking': 7, staking: 7 },
    mcap: 80,
    raises: [],
    hallmarks: [
      [at(3), 'Rewards begin'],
      [at(3), 'Swap opens'],
      [at(1), 'Swap opens on BSC'],
    ],
    metrics: { fees: { '24h': null, '7d': null }, revenue: { '24h': null, '7d': null } },
    isParentProtocol: false,
    otherProtocols: [],
  })
})

test('behavior: a newest record at midnight is the last point, once', async () => {
  const body = await bodyOf<Detail>(app, '/protocol/at-midnight')
  expect(body.tvl).toEqual([point(at(1), 1), point(at(0), 2)])
})

test.each([
  ['start', `?start=${at(1)}`, TVL.slice(1)],
  ['end', `?end=${at(1)}`, TVL.slice(0, 2)],
  ['start and end', `?start=${at(1)}&end=${at(0)}`, TVL.slice(1, 3)],
  [
    'a start within a day, whose point stands at its midnight, before the start',
    `?start=${at(1, 3)}`,
    TVL.slice(2),
  ],
  [
    'an end before the day’s record, whose point stands at midnight',
    `?end=${at(1, 1)}`,
    TVL.slice(0, 2),
  ],
  ['an end before the newest record', `?end=${at(0, 11) - 1}`, TVL.slice(0, 3)],
  ['an end at the newest record', `?end=${at(0, 11)}`, TVL],
  ['a start after everything', `?start=${NOW_SEC}`, []],
  ['an end before the start', `?start=${at(0)}&end=${at(1)}`, []],
])('behavior: bounded by %s', async (_, query, expected) => {
  const body = await detail(query)
  expect(body.tvl).toEqual(expected)
  expect(body.currentChainTvls.Ethereum).toBe(40.123456)
})

test('behavior: tokens are left out unless asked for', async () => {
  const body = await detail()
  expect(Object.keys(body).filter((name) => name.startsWith('tokens'))).toEqual([])
  expect(Object.keys(body.chainTvls.Ethereum ?? {})).toEqual(['tvl'])
})

test('behavior: include=tokens adds amounts and values by symbol, in the same order of points', async () => {
  const body = await detail('?include=tokens')
  const tokens = (date: number, held: Record<string, number>) => ({ date, tokens: held })
  expect(body.tokens).toEqual([
    tokens(at(1), { WETH: 2, USDC: 5 }),
    tokens(at(0), { WETH: 3, USDC: 6 }),
    tokens(at(0, 11), { WETH: 4 }),
  ])
  expect(body.tokensInUsd).toEqual([
    tokens(at(1), { WETH: 20, USDC: 5 }),
    tokens(at(0), { WETH: 30, USDC: 6 }),
    tokens(at(0, 11), { WETH: 40 }),
  ])
  expect(body.chainTvls.BSC?.tokens).toEqual([
    tokens(at(1), { USDC: 5 }),
    tokens(at(0), { USDC: 6 }),
  ])
  expect(body.chainTvls['Ethereum-borrowed']?.tokens).toEqual([])
  expect(Value.Check(protocolDetail, body)).toBe(true)
  expect((await detail(`?include=tokens&start=${at(0)}&end=${at(0)}`)).tokens).toEqual([
    tokens(at(0), { WETH: 3, USDC: 6 }),
  ])
})

test('behavior: fields keeps the named members', async () => {
  expect(await detail('?fields=name,mcap')).toEqual({ name: 'Swap', mcap: 80 })
})

test('behavior: the pro root says the same', async () => {
  expect(await bodyOf(app, '/api/protocol/swap', { pro: true })).toEqual(await detail())
})

test.each([
  ['include is not known', '?include=everything'],
  ['start is not a time', '?start=yesterday'],
])('error: 400 when %s', async (_, query) => {
  expect(await app.get(`/protocol/swap${query}`)).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})

test('error: 404 when it was never measured', async () => {
  expect(await app.get('/protocol/never-measured')).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
})
