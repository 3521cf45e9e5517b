import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { protocols } from '../../registry/public.ts'
import { tvlRecords } from '../facts.ts'
import { at, bodyOf, protocolRow, record } from '../facts-for-tests.ts'

// tvl.md#chains, tvl.md#chain-history, written out.
const LEFT_OUT = [
  'Chain',
  'CEX',
  'Infrastructure',
  'Staking Pool',
  'RWA',
  'Basis Trading',
  'CeDeFi',
  'Bridge',
  'Canonical Bridge',
]
const DOUBLE_COUNTED = [
  'Yield Aggregator',
  'Yield',
  'Liquidity Manager',
  'Onchain Capital Allocator',
  'Risk Curators',
  'Treasury Manager',
  'Anchor BTC',
  'CDP Manager',
  'Restaked BTC',
  'Basis Trading',
  'CeDeFi',
  'RWA Lending',
  'RWA',
  'Farm',
  'Liquid Restaking',
]

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  const uncounted = [...LEFT_OUT, ...DOUBLE_COUNTED, 'Liquid Staking'].map((category, index) =>
    protocolRow({ id: String(100 + index), name: `${category} ${index}`, category }),
  )
  await app.put(protocols, [
    protocolRow({ id: '1', name: 'Swap' }),
    protocolRow({ id: '2', name: 'Lend', category: 'Lending' }),
    protocolRow({ id: '3', name: 'Flagged', doubleCounted: true }),
    protocolRow({ id: '4', name: 'Uncategorised', category: null }),
    ...uncounted,
  ])
  await app.put(tvlRecords, [
    ...record('1', at(1), { ethereum: 50_000, tron: 50_000 }),
    ...record('1', at(0, 11), {
      ethereum: 100,
      wc: 7,
      solana: 30,
      'ethereum-staking': 400,
      'ethereum-borrowed': 500,
    }),
    ...record('2', at(0, 11), { ethereum: 20.5, 'My Chain': 3 }),
    ...record('3', at(0, 11), { ethereum: 10_000 }),
    ...record('4', at(0, 11), { ethereum: 1 }),
    ...uncounted.flatMap(({ id }) =>
      record(id, at(0, 11), { ethereum: 1_000_000, base: 1_000_000 }),
    ),
    ...record('unregistered', at(0, 11), { ethereum: 1_000_000 }),
  ])
})

afterAll(() => app.stop())

test('default: plain values of the protocols that count, largest first', async () => {
  const body = await bodyOf(app, '/v2/chains')
  expect(body).toEqual([
    // 100 + 20.5 + 1.
    {
      aggregator_id: 'ethereum',
      tvl: 121.5,
      tokenSymbol: 'ETH',
      rankingSiteId: '1027',
      name: 'Ethereum',
      chainId: 1,
    },
    {
      aggregator_id: 'solana',
      tvl: 30,
      tokenSymbol: 'SOL',
      rankingSiteId: '5426',
      name: 'Solana',
      chainId: null,
    },
    {
      aggregator_id: 'ethereum',
      tvl: 7,
      tokenSymbol: 'ETH',
      rankingSiteId: '1027',
      name: 'World Chain',
      chainId: 480,
    },
    {
      aggregator_id: null,
      tvl: 3,
      tokenSymbol: null,
      rankingSiteId: null,
      name: 'My Chain',
      chainId: null,
    },
  ])
})

test('behavior: the pro root says the same', async () => {
  expect(await bodyOf(app, '/api/v2/chains', { pro: true })).toEqual(
    await bodyOf(app, '/v2/chains'),
  )
})

test('behavior: a new category or flag changes the totals', async () => {
  await app.put(protocols, [protocolRow({ id: '3', name: 'Flagged', doubleCounted: false })])
  expect((await bodyOf<{ tvl: number }[]>(app, '/v2/chains'))[0]?.tvl).toBe(10_121.5)
})
