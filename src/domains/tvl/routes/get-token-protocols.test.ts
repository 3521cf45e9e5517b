import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../../test/support/test-app.ts'
import { protocols, tokens } from '../../registry/public.ts'
import { tvlTokens } from '../facts.ts'
import { at, bodyOf, protocolRow, tokenRecord } from '../facts-for-tests.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(protocols, [
    protocolRow({ id: '1', name: 'Swap' }),
    protocolRow({ id: '2', name: 'Lend', category: 'Lending', misrepresentedTokens: true }),
    protocolRow({ id: '3', name: 'Sold Out', category: null }),
    protocolRow({ id: '4', name: 'Borrowed Only' }),
  ])
  await app.put(tokens, [
    { coin: 'ethereum:0xaa', symbol: 'USDT', name: 'Tether USD' },
    { coin: 'bsc:0xbb', symbol: 'USDT', name: "Tether  U'SD" },
    { coin: 'ethereum:0xcc', symbol: 'WETH', name: 'Wrapped Ether' },
    { coin: 'solana:AbC', symbol: 'OLDT', name: 'Old Name' },
  ])
  await app.put(tokens, [{ coin: 'solana:AbC', symbol: 'NEWT', name: 'New Name' }])
  await app.put(tvlTokens, [
    ...tokenRecord('1', at(0, 10), { 'ethereum:0xaa USDT': [9_999, 9_999] }),
    ...tokenRecord('1', at(0, 11), {
      'ethereum:0xaa USDT': [100, 100],
      'bsc:0xbb USDT': [50, 50],
      'solana:AbC NEWT': [1, 8],
    }),
    ...tokenRecord('2', at(9), {
      'ethereum:0xaa USDT': [400, 400],
      'ethereum:0xcc WETH': [1, 3_000],
      'ethereum:0xdd ETH': [1, 2_999],
    }),
    ...tokenRecord('3', at(1), { 'ethereum:0xaa USDT': [70, 70] }),
    ...tokenRecord('3', at(0, 1), { 'ethereum:0xcc WETH': [2, 6_000] }),
    ...tokenRecord('4', at(0, 11), { 'ethereum:0xaa USDT borrowed': [1_000, 1_000] }),
    ...tokenRecord('unregistered', at(0, 11), { 'ethereum:0xaa USDT': [1, 1] }),
  ])
})

afterAll(() => app.stop())

const ask = (symbol: string) =>
  bodyOf<{ name: string }[]>(app, `/api/tokenProtocols/${symbol}`, { pro: true })
const namesOf = async (symbol: string) => (await ask(symbol)).map(({ name }) => name)

const USDT = [
  {
    name: 'Lend',
    category: 'Lending',
    amountUsd: { 'ethereum:0xaa': 400 },
    misrepresentedTokens: true,
  },
  {
    name: 'Swap',
    category: 'Dexs',
    amountUsd: { 'ethereum:0xaa': 100, 'bsc:0xbb': 50 },
    misrepresentedTokens: false,
  },
]

test('default: newest token records only, largest first, values by coin id', async () => {
  const body = await ask('USDT')
  expect(body).toEqual(USDT)
})

test.each(['usdt', 'Usdt', 'tether-usd', 'Tether%20USD'])('behavior: asked as %s', async (name) => {
  expect(await ask(name)).toEqual(USDT)
})

test('behavior: whole symbols match', async () => {
  expect(await namesOf('eth')).toEqual(['Lend'])
  expect(await ask('eth')).toEqual([
    {
      name: 'Lend',
      category: 'Lending',
      amountUsd: { 'ethereum:0xdd': 2_999 },
      misrepresentedTokens: true,
    },
  ])
  expect(await namesOf('weth')).toEqual(['Sold Out', 'Lend'])
  expect(await ask('usd')).toEqual([])
})

test('behavior: a coin id means that coin alone, in any case where its chain does not care', async () => {
  expect(await ask('bsc:0xBB')).toEqual([
    { name: 'Swap', category: 'Dexs', amountUsd: { 'bsc:0xbb': 50 }, misrepresentedTokens: false },
  ])
  expect(await namesOf('BNB%20Chain:0xbb')).toEqual(['Swap'])
  expect(await namesOf('solana:AbC')).toEqual(['Swap'])
  expect(await ask('solana:abc')).toEqual([])
})

test('behavior: a token is found by what it is called now', async () => {
  expect(await namesOf('newt')).toEqual(['Swap'])
  expect(await namesOf('new-name')).toEqual(['Swap'])
  expect(await ask('oldt')).toEqual([])
  expect(await ask('old-name')).toEqual([])
})

test.each(['unheard-of', 'ethereum:0xffff', 'old-name'])(
  'behavior: nobody holds %s',
  async (symbol) => {
    expect(await ask(symbol)).toEqual([])
  },
)

test('behavior: a later record and a correction of the newest one are seen', async () => {
  await app.put(tvlTokens, tokenRecord('2', at(9), { 'ethereum:0xaa USDT': [500, 500] }))
  expect((await ask('usdt'))[0]).toMatchObject({
    name: 'Lend',
    amountUsd: { 'ethereum:0xaa': 500 },
  })
  expect(await namesOf('weth')).toEqual(['Sold Out', 'Lend'])
  await app.put(tvlTokens, tokenRecord('2', at(8), { 'ethereum:0xcc WETH': [1, 3_000] }))
  expect(await namesOf('usdt')).toEqual(['Swap'])
  // A record from before the newest one changes nothing.
  await app.put(tvlTokens, tokenRecord('2', at(9), { 'ethereum:0xaa USDT': [700, 700] }))
  expect(await namesOf('usdt')).toEqual(['Swap'])
})

test('error: 400 when nothing is requested', async () => {
  expect(await app.get('/api/tokenProtocols/%20', { pro: true })).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter' },
  })
})
