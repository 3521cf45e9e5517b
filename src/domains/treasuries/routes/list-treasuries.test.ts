import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { commitRun } from '../../../runs/run.ts'
import { prices, supplies } from '../../coins/public.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols, tokens } from '../../registry/public.ts'
import { tvlRecords } from '../../tvl/public.ts'
import { treasuries, treasuryHoldings } from '../facts.ts'
import { at, record, worth } from '../facts-for-tests.ts'

interface Item {
  id: string
  name: string
  slug: string
  tvl: number | null
  chainTvls: Record<string, number>
}

let app: TestApp

const holder = (id: string, given: Record<string, unknown> = {}) => ({
  id,
  ownTokens: [],
  ...given,
})

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({ id: '9', name: 'Original' }),
    protocolRow({
      id: '1',
      name: "Joe's Swap",
      symbol: 'JOE',
      tokenCoin: 'ethereum:0xa1',
      url: 'https://example.org',
      description: 'Swaps.',
      audits: '2',
      aggregatorId: 'joe',
      socialHandle: 'joe',
      forkedFrom: ['Original', 'Nobody'],
    }),
    protocolRow({ id: 'parent#two', name: 'Two' }),
    protocolRow({
      id: '2',
      name: 'Two V1',
      parent: 'parent#two',
      symbol: 'TWO',
      tokenCoin: 'bsc:0xa2',
      treasury: 'two-v1.js',
    }),
    protocolRow({ id: '3', name: 'Poor' }),
    protocolRow({ id: '4', name: 'Empty' }),
  ])
  await app.put(tokens, [
    { coin: 'ethereum:0xeth', symbol: 'WETH', redirect: 'aggregator:ethereum' },
    { coin: 'optimism:0xeth', symbol: 'WETH', redirect: 'aggregator:ethereum' },
    { coin: 'ethereum:0xusd', symbol: 'USDC' },
    { coin: 'ethereum:0xa1', symbol: 'JOE' },
    { coin: 'optimism:0xa1', symbol: 'JOE' },
    { coin: 'ethereum:0xjunk', symbol: 'JUNK' },
    { coin: 'bsc:0xa2', symbol: 'TWO' },
  ])
  const price = (coin: string, priceUsd: number, atSec = NOW_SEC - 600) => ({
    coin,
    atSec,
    priceUsd,
    confidence: 0.9,
  })
  await app.put(prices, [
    price('aggregator:ethereum', 9_999, at(3)),
    price('aggregator:ethereum', 2_000),
    price('ethereum:0xusd', 1),
    price('ethereum:0xa1', 0.5),
    price('optimism:0xa1', 0.5),
    price('bsc:0xa2', 3),
    price('ethereum:0xjunk', 7, NOW_SEC - 86_401),
  ])
  await app.put(supplies, [
    { coin: 'ethereum:0xa1', atSec: at(1), circulating: 1_000 },
    { coin: 'bsc:0xa2', atSec: at(1), circulating: 50 },
  ])
  await app.put(treasuries, [
    holder('1-treasury', {
      protocol: '1',
      ownTokens: ['optimism:0xa1'],
      module: 'treasury/joes-swap.js',
    }),
    holder('parent#two-treasury', {
      protocol: 'parent#two',
      name: 'The Two Treasury',
      category: 'Treasury Manager',
    }),
    holder('3-treasury', { protocol: '3' }),
    holder('4-treasury', { protocol: '4' }),
    holder('77-treasury', { protocol: '77' }),
    holder('entity-1', { name: 'A Fund' }),
  ])
  await app.put(treasuryHoldings, [
    ...record('1-treasury', at(0, 11), { 'ethereum:0xeth': 77, 'bsc:0xsold': 5 }),
    ...record('1-treasury', at(0, 12), {
      'ethereum:0xeth': 1,
      'optimism:0xeth': 0.5,
      'ethereum:0xusd': 250,
      'ethereum:0xjunk': 1_000,
      'ethereum:0xa1': 400,
      'optimism:0xa1': 20,
    }),
    ...record('parent#two-treasury', at(30), { 'bsc:0xa2': 10, 'ethereum aggregator:ethereum': 2 }),
    ...record('3-treasury', at(0, 12), { 'bsc:0xnoprice': 5 }),
    ...record('77-treasury', at(0, 1), { 'ethereum:0xusd': 4 }),
    ...record('entity-1', at(0, 12), { 'ethereum:0xusd': 1_000_000 }),
    ...record('unlisted', at(0, 12), { 'ethereum:0xusd': 1_000_000 }),
  ])
  // What it was worth without own tokens: 3,000 a week ago, 1,800 a day ago, 2,000 an hour ago.
  await app.put(tvlRecords, [
    ...worth('1-treasury', at(7, 12), { ethereum: 3_000, 'ethereum-OwnTokens': 900 }),
    ...worth('1-treasury', at(1, 12), { ethereum: 1_000, optimism: 800 }),
    ...worth('1-treasury', at(0, 11), { ethereum: 2_000, 'ethereum-OwnTokens': 77 }),
    ...worth('1-treasury', at(0, 12), { ethereum: 1 }),
  ])
})

afterAll(() => app.stop())

const list = async (query = '') => {
  const { status, body } = await app.get(`/api/treasuries${query}`, { pro: true })
  expect(status).toBe(200)
  return body as Item[]
}
const find = async (id: string) => (await list()).find((item) => item.id === id)

test('default: treasuries with a record, largest first, unknown ones last; no entities, nobody unlisted or unrecorded', async () => {
  const body = await list()
  expect(body.map(({ id, tvl }) => [id, tvl])).toEqual([
    // 2 ETH at 2,000.
    ['parent#two-treasury', 4_000],
    // 1 + 0.5 ETH at 2,000 and 250 USDC; not the 420 of its own at 0.5, not the junk whose price is
    // too old.
    ['1-treasury', 3_250],
    ['77-treasury', 4],
    ['3-treasury', null],
  ])
})

test('behavior: an item: own tokens apart, on each chain and in all; kinds of tokens; changes by the rule of TVL', async () => {
  expect(await find('1-treasury')).toEqual({
    id: '1-treasury',
    name: "Joe's Swap (treasury)",
    address: 'ethereum:0xa1',
    symbol: 'JOE',
    url: 'https://example.org',
    description: 'Swaps.',
    chain: 'Multi-Chain',
    logo: null,
    audits: '2',
    audit_note: null,
    aggregator_id: 'joe',
    rankingSiteId: null,
    category: 'Treasury',
    chains: ['Ethereum', 'OP Mainnet'],
    module: 'treasury/joes-swap.js',
    treasury: 'joes-swap.js',
    forkedFromIds: ['9'],
    socialHandle: 'joe',
    slug: 'joes-swap-(treasury)',
    tvl: 3_250,
    // 2,000 + 250; 0.5 × 2,000; 400 × 0.5; 20 × 0.5.
    chainTvls: {
      Ethereum: 2_250,
      'OP Mainnet': 1_000,
      'Ethereum-OwnTokens': 200,
      'OP Mainnet-OwnTokens': 10,
      OwnTokens: 210,
    },
    // Against 2,000 an hour ago, 1,800 a day ago, 3,000 a week ago.
    change_1h: 62.5,
    change_1d: (3_250 / 1_800) * 100 - 100,
    change_7d: (3_250 / 3_000) * 100 - 100,
    tokenBreakdowns: { ownTokens: 210, stablecoins: 250, majors: 3_000, others: null },
    // 1,000 tokens at 0.5.
    mcap: 500,
    holdingsAt: at(0, 12),
  })
})

describe('what is not given', () => {
  test('behavior: a parent’s treasury has its children’s token, symbol and market cap; what was not recorded before has no changes', async () => {
    expect(await find('parent#two-treasury')).toMatchObject({
      name: 'The Two Treasury',
      slug: 'the-two-treasury',
      category: 'Treasury Manager',
      address: 'bsc:0xa2',
      symbol: 'TWO',
      treasury: 'two-v1.js',
      chains: ['Ethereum', 'BSC'],
      tvl: 4_000,
      // 10 × 3 of its own.
      chainTvls: { Ethereum: 4_000, 'BSC-OwnTokens': 30, OwnTokens: 30 },
      change_1h: null,
      change_1d: null,
      change_7d: null,
      tokenBreakdowns: { ownTokens: 30, stablecoins: 0, majors: 0, others: 4_000 },
      // 50 × 3.
      mcap: 150,
    })
  })

  test('behavior: nothing that has a price: no value, but the chain is known', async () => {
    expect(await find('3-treasury')).toMatchObject({
      name: 'Poor (treasury)',
      chain: 'BSC',
      chains: ['BSC'],
      tvl: null,
      chainTvls: {},
      change_1h: null,
      mcap: null,
      tokenBreakdowns: { ownTokens: 0, stablecoins: 0, majors: 0, others: null },
    })
  })

  test('behavior: a protocol that the registry does not have', async () => {
    expect(await find('77-treasury')).toMatchObject({
      name: '77 (treasury)',
      slug: '77-(treasury)',
      symbol: null,
      url: null,
      forkedFromIds: [],
    })
  })
})

test('error: 400 when asOf is no time', async () => {
  expect(await app.get('/api/treasuries?asOf=yesterday', { pro: true })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})

test('behavior: prices, corrections and new own tokens are followed; asOf shows what was known before; held rows are not served', async () => {
  await list()
  const laterMs = NOW_SEC * 1000 + 60_000
  await commitRun(
    app.app.store,
    { source: 'test', clock: { nowMs: () => laterMs }, again: true },
    async (stage) => {
      await stage.insertRows(prices, [
        { coin: 'ethereum:0xusd', atSec: NOW_SEC, priceUsd: 2, confidence: 0.9 },
      ])
      // What it was worth an hour ago was wrong, and WETH on OP Mainnet is its own now.
      await stage.insertRows(tvlRecords, worth('1-treasury', at(0, 11), { ethereum: 2_500 }))
      await stage.insertRows(
        treasuryHoldings,
        record('1-treasury', at(0, 13), { 'ethereum:0xusd': 9 }).map((row) => ({
          ...row,
          quality: 'held',
        })),
      )
      await stage.insertRows(treasuries, [
        holder('1-treasury', { protocol: '1', ownTokens: ['optimism:0xa1', 'optimism:0xeth'] }),
      ])
      return { accepted: 3, rejected: 0, held: 1 }
    },
  )
  // 1 ETH at 2,000, 250 USDC at 2; 210 and 0.5 ETH of its own; against 2,500.
  expect(await find('1-treasury')).toMatchObject({
    tvl: 2_500,
    change_1h: 0,
    chainTvls: { OwnTokens: 1_210 },
    holdingsAt: at(0, 12),
    treasury: null,
  })
  const before = await list(`?asOf=${NOW_SEC + 30}`)
  expect(before.find(({ id }) => id === '1-treasury')).toMatchObject({
    tvl: 3_250,
    change_1h: 62.5,
    treasury: 'joes-swap.js',
  })
  expect(await list('?asOf=2020-01-01')).toEqual([])
})
