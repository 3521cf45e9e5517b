import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { prices, supplies } from '../../coins/public.ts'
import { protocolRow } from '../../registry/protocol-row.ts'
import { protocols, tokens } from '../../registry/public.ts'
import { tvlRecords } from '../../tvl/public.ts'
import { treasuries, treasuryHoldings } from '../facts.ts'
import { at, record, worth } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [protocolRow({ id: '1', name: 'Example' })])
  await app.put(tokens, [
    { coin: 'ethereum:0xeth', symbol: 'ETH' },
    { coin: 'base:0xcoin', symbol: 'COIN' },
  ])
  await app.put(prices, [
    { coin: 'ethereum:0xeth', atSec: NOW_SEC, priceUsd: 2_000, confidence: 0.9 },
    { coin: 'base:0xcoin', atSec: NOW_SEC, priceUsd: 4, confidence: 0.9 },
  ])
  await app.put(supplies, [{ coin: 'base:0xcoin', atSec: at(1), circulating: 10 }])
  await app.put(treasuries, [
    { id: '1-treasury', protocol: '1', ownTokens: [] },
    {
      id: 'entity-8',
      name: "Example's Capital",
      category: 'VC',
      url: 'https://example.org',
      description: 'A fund.',
      symbol: 'COIN',
      tokenCoin: 'base:0xcoin',
      socialHandle: 'capital',
      module: 'entities/example.js',
      ownTokens: [],
    },
    { id: '900', name: 'Late Reporter', ownTokens: [] },
    { id: 'entity-9', name: 'Never Recorded', ownTokens: [] },
    // Its number is a protocol's, whose TVL is not what it was worth.
    { id: '1', name: 'Same Number', ownTokens: [] },
  ])
  await app.put(treasuryHoldings, [
    ...record('1-treasury', at(0), { 'ethereum:0xeth': 100 }),
    ...record('entity-8', at(0, 12), { 'ethereum:0xeth': 2, 'base:0xcoin': 5 }),
    ...record('1', at(0, 12), { 'ethereum:0xeth': 1 }),
    // Last told of 30 hours ago, worth 16,000 then.
    ...record('900', NOW_SEC - 108_000, { 'ethereum:0xeth': 10 }),
  ])
  await app.put(tvlRecords, [
    ...worth('900', NOW_SEC - 108_000, { ethereum: 16_000 }),
    ...worth('1', at(0, 11), { ethereum: 1_000 }),
  ])
})

afterAll(() => app.stop())

const EXPECTED = [
  {
    id: '900',
    name: 'Late Reporter',
    symbol: null,
    url: null,
    description: null,
    chain: 'Ethereum',
    logo: null,
    aggregator_id: null,
    rankingSiteId: null,
    category: null,
    chains: ['Ethereum'],
    module: null,
    socialHandle: null,
    slug: 'late-reporter',
    tvl: 20_000,
    chainTvls: { Ethereum: 20_000 },
    // 10 × 2,000 of now against 16,000 of 30 hours ago, which is about a day and no hour ago.
    change_1h: null,
    change_1d: 25,
    change_7d: null,
    tokenBreakdowns: { ownTokens: 0, stablecoins: 0, majors: 20_000, others: 0 },
    mcap: null,
    holdingsAt: NOW_SEC - 108_000,
  },
  {
    id: 'entity-8',
    name: "Example's Capital",
    symbol: 'COIN',
    url: 'https://example.org',
    description: 'A fund.',
    chain: 'Multi-Chain',
    logo: null,
    aggregator_id: null,
    rankingSiteId: null,
    category: 'VC',
    chains: ['Ethereum', 'Base'],
    module: 'entities/example.js',
    socialHandle: 'capital',
    slug: 'examples-capital',
    // 2 × 2,000; 5 × 4 of its own; 10 × 4.
    tvl: 4_000,
    chainTvls: { Ethereum: 4_000, 'Base-OwnTokens': 20, OwnTokens: 20 },
    change_1h: null,
    change_1d: null,
    change_7d: null,
    tokenBreakdowns: { ownTokens: 20, stablecoins: 0, majors: 4_000, others: 0 },
    mcap: 40,
    holdingsAt: at(0, 12),
  },
]

test('default: entities with a record, largest first; no treasuries', async () => {
  const { status, body } = await app.get('/api/entities', { pro: true })
  expect(status).toBe(200)
  const list = body as { id: string }[]
  expect(list.filter(({ id }) => id !== '1')).toEqual(EXPECTED)
  expect(list.find(({ id }) => id === '1')).toMatchObject({
    tvl: 2_000,
    change_1h: null,
    change_1d: null,
    change_7d: null,
  })
})

test('behavior: before anything was known there is nobody', async () => {
  expect(await app.get('/api/entities?asOf=2020-01-01', { pro: true })).toMatchObject({
    status: 200,
    body: [],
  })
})

test('error: 400 when asOf is no time', async () => {
  expect(await app.get('/api/entities?asOf=yesterday', { pro: true })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})
