import Type from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { prices, supplies } from '../../coins/public.ts'
import { protocols, tokens } from '../../registry/public.ts'
import { SECTIONS, tvlRecords } from '../facts.ts'
import { at, bodyOf, protocolRow, record } from '../facts-for-tests.ts'
import { chainSchema } from './list-chains.ts'
import { liteItem, protocolItem } from './list-protocols.ts'

interface Item {
  id: string
  name: string
  tvl: number
  chains: string[]
  chainTvls: Record<string, number>
  mcap: number | null
}

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({
      id: '1',
      name: "Alpha's Swap",
      symbol: 'ALP',
      tokenCoin: 'ethereum:0xa1',
      previousNames: ['Old Alpha'],
    }),
    protocolRow({ id: 'parent#beta', name: 'Beta' }),
    protocolRow({
      id: '2',
      name: 'Beta Lend',
      category: 'Lending',
      parent: 'parent#beta',
      tokenCoin: 'ethereum:0xb2',
    }),
    protocolRow({ id: '3', name: 'Gamma', category: 'CEX' }),
    protocolRow({ id: '4', name: 'Never Measured' }),
    protocolRow({ id: '5', name: 'Epsilon', category: 'Chain' }),
    protocolRow({ id: '6', name: 'Zeta', category: 'Treasury' }),
  ])
  await app.put(tokens, [{ coin: 'ethereum:0xb2', symbol: 'BETA', redirect: 'aggregator:beta' }])
  await app.put(supplies, [
    { coin: 'ethereum:0xa1', atSec: at(1), circulating: 1_000 },
    { coin: 'ethereum:0xb2', atSec: at(1), circulating: 10 },
  ])
  await app.put(prices, [
    { coin: 'ethereum:0xa1', atSec: NOW_SEC - 3_600, priceUsd: 2.5, confidence: 0.9 },
    { coin: 'aggregator:beta', atSec: NOW_SEC - 600, priceUsd: 30, confidence: 0.9 },
  ])
  await app.put(tvlRecords, [
    ...record('1', at(7, 12), { ethereum: 3_000 }),
    ...record('1', at(1, 12), { ethereum: 1_000 }),
    ...record('1', at(0, 10), { ethereum: 1_200 }),
    ...record('1', at(0, 11), {
      ethereum: 500,
      bsc: 1_000,
      'ethereum-staking': 40,
      'bsc-staking': 2,
      'bsc-pool2': 7,
    }),
    ...record('2', at(0, 11), { optimism: 9_000 }),
    ...record('3', at(0, 11), { ethereum: 20_000 }),
    ...record('5', at(0, 11), { bsc: 3_000 }),
    ...record('6', at(0, 11), {
      ethereum: 1,
      ...Object.fromEntries(SECTIONS.map((section, rank) => [`ethereum-${section}`, 100 + rank])),
    }),
  ])
})

afterAll(() => app.stop())

const list = (query = '') => bodyOf<Item[]>(app, `/protocols${query}`)

test('default: children with a record, largest first; no parents, nobody unmeasured', async () => {
  const body = await list()
  expect(body.map(({ id, tvl }) => [id, tvl])).toEqual([
    ['3', 20_000],
    ['2', 9_000],
    ['5', 3_000],
    ['1', 1_500],
    ['6', 1],
  ])
  expect(Value.Check(Type.Array(protocolItem), body)).toBe(true)
})

test('behavior: an item', async () => {
  expect((await list()).find(({ id }) => id === '1')).toMatchObject({
    id: '1',
    name: "Alpha's Swap",
    slug: 'alphas-swap',
    symbol: 'ALP',
    category: 'Dexs',
    chain: 'Multi-Chain',
    chains: ['BSC', 'Ethereum'],
    tvl: 1_500,
    chainTvls: {
      Ethereum: 500,
      BSC: 1_000,
      'Ethereum-staking': 40,
      'BSC-staking': 2,
      staking: 42,
      'BSC-pool2': 7,
      pool2: 7,
    },
    // 1500/1200, 1500/1000 and 1500/3000.
    change_1h: 25,
    change_1d: 50,
    change_7d: -50,
    // 1,000 tokens at 2.50.
    mcap: 2_500,
    staking: 42,
    pool2: 7,
    tokenBreakdowns: {},
    previousNames: ['Old Alpha'],
  })
})

test('behavior: what is not known is null; a child names its parent; a token may take the price of another', async () => {
  const body = await list()
  expect(body.find(({ id }) => id === '2')).toMatchObject({
    chain: 'OP Mainnet',
    chains: ['OP Mainnet'],
    parentProtocol: 'parent#beta',
    parentProtocolSlug: 'beta',
    change_1h: null,
    change_1d: null,
    change_7d: null,
    mcap: 300,
    symbol: null,
  })
  expect(body.find(({ id }) => id === '3')?.mcap).toBeNull()
})

test('behavior: what the contract does not name is left out when unknown', async () => {
  const body = await list()
  const namesOf = (id: string) => Object.keys(body.find((item) => item.id === id) ?? {})
  expect(namesOf('2')).not.toContain('staking')
  expect(namesOf('2')).not.toContain('pool2')
  expect(namesOf('2')).toContain('parentProtocolSlug')
  expect(namesOf('3')).not.toContain('parentProtocolSlug')
  expect(namesOf('3')).toContain('mcap')
})

test('behavior: a protocol without a recorded module has its slug', async () => {
  expect((await list()).find(({ id }) => id === '3')).toMatchObject({ module: 'gamma' })
})

test('behavior: every section has its two keys and none is in the TVL', async () => {
  const zeta = (await list()).find(({ id }) => id === '6')
  expect(zeta?.tvl).toBe(1)
  expect(zeta?.chainTvls).toEqual({
    Ethereum: 1,
    'Ethereum-staking': 100,
    staking: 100,
    'Ethereum-pool2': 101,
    pool2: 101,
    'Ethereum-borrowed': 102,
    borrowed: 102,
    'Ethereum-vesting': 103,
    vesting: 103,
    'Ethereum-offers': 104,
    offers: 104,
    'Ethereum-treasury': 105,
    treasury: 105,
    'Ethereum-OwnTokens': 106,
    OwnTokens: 106,
  })
})

test('behavior: includeChains appends the rows of /v2/chains', async () => {
  const [plain, withChains, chains] = [
    await list(),
    await list('?includeChains=true'),
    await bodyOf<unknown[]>(app, '/v2/chains'),
  ]
  expect(withChains).toEqual([...plain, ...chains])
  expect(Value.Check(Type.Array(Type.Union([protocolItem, chainSchema])), withChains)).toBe(true)
})

test('behavior: liteV1 leaves out the figures, in the same order', async () => {
  const body = await list('?liteV1=true')
  expect(Value.Check(Type.Array(liteItem), body)).toBe(true)
  expect(body.map(({ id }) => id)).toEqual(['3', '2', '5', '1', '6'])
  expect(await list('?liteV1=true&fields=name,tvl')).toEqual(
    (await list('?fields=name')).map(({ name }) => ({ name })),
  )
})

test('behavior: fields keeps the named members', async () => {
  expect((await list('?fields=name,tvl,unheard-of'))[3]).toEqual({
    name: "Alpha's Swap",
    tvl: 1_500,
  })
})

test('behavior: the pro root says the same', async () => {
  expect(await bodyOf(app, '/api/protocols', { pro: true })).toEqual(await list())
})

test('error: 400 when a flag is neither true nor false', async () => {
  const { status, body } = await app.get('/protocols?includeChains=maybe')
  expect(status).toBe(400)
  expect(body).toMatchObject({ error: 'invalid_parameter', status: 400 })
})
