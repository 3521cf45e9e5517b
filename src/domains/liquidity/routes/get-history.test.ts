import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOW_SEC, TestApp } from '../../../../test/support/test-app.ts'
import { commitRun } from '../../../runs/run.ts'
import { tokens } from '../../registry/public.ts'
import { liquidity } from '../facts.ts'

const DAY = 86_400
/** Midnight of some days ago. */
const at = (daysAgo: number) => NOW_SEC - 43_200 - daysAgo * DAY

let app: TestApp

/** What lay in a pool of a token; members that are not given are not known. */
function pool(
  token: string,
  id: string,
  daysAgo: number,
  liquidityUsd: number,
  given: Record<string, unknown> = {},
): Record<string, unknown> {
  return { token, pool: id, atSec: at(daysAgo), liquidityUsd, ...given }
}

beforeAll(async () => {
  app = await TestApp.start()
  await app.put(tokens, [
    { coin: 'ethereum:0xaa', symbol: 'USDT', name: 'Tether USD', redirect: 'aggregator:tether' },
    { coin: 'bsc:0xbb', symbol: 'USDT', name: 'Pegged Tether', redirect: 'aggregator:tether' },
    { coin: 'base:0xcc', symbol: 'usdt', name: 'Copycat' },
    { coin: 'solana:AbC', symbol: 'SOLO', name: 'Solo Coin' },
    { coin: 'ethereum:0xdd', symbol: 'DRY', name: 'Never Pooled' },
  ])
  await app.put(liquidity, [
    pool('ethereum:0xaa', 'p1', 2, 1_000, {
      liquidityTokens: 500,
      volumeUsd: 90,
      depth1PctUsd: 5,
      depth2PctUsd: 10,
    }),
    pool('ethereum:0xaa', 'p1', 1, 1_100, {
      liquidityTokens: 550,
      volumeUsd: 80,
      depth1PctUsd: 6,
      depth2PctUsd: 11,
    }),
    pool('ethereum:0xaa', 'p2', 2, 400, { liquidityTokens: 200, volumeUsd: 10 }),
    // The same id of a pool on another chain is another pool.
    pool('bsc:0xbb', 'p1', 1, 50, {
      liquidityTokens: 25,
      volumeUsd: 1,
      depth1PctUsd: 0.5,
      depth2PctUsd: 1,
    }),
    pool('base:0xcc', 'p9', 1, 1_549, { liquidityTokens: 1 }),
    pool('solana:AbC', 'p3', 5, 7),
    pool('starknet:0x0000000000000000000000000000000000000000000000000000000000000abc', 'p4', 5, 8),
  ])
})

afterAll(() => app.stop())

const ask = async (token: string, query = '') => {
  const { status, body } = await app.get(`/api/historicalLiquidity/${token}${query}`, { pro: true })
  expect(status).toBe(200)
  return body as { date: number; liquidityUsd: number }[]
}

const ETHEREUM = [
  // 1,000 + 400 in the pools, 500 + 200 tokens, 90 + 10 of volume; p2 gives no depth.
  {
    date: at(2),
    liquidity: 700,
    liquidityUsd: 1_400,
    volume24h: 100,
    priceImpact1Percent: 5,
    priceImpact2Percent: 10,
    pools: 2,
    carriedPools: 0,
  },
  // p2 was not measured: its 400 and 200 tokens stay, its volume does not.
  {
    date: at(1),
    liquidity: 750,
    liquidityUsd: 1_500,
    volume24h: 80,
    priceImpact1Percent: 6,
    priceImpact2Percent: 11,
    pools: 2,
    carriedPools: 1,
  },
]
const USDT = [
  ETHEREUM[0],
  // And 50 on the other chain.
  {
    date: at(1),
    liquidity: 775,
    liquidityUsd: 1_550,
    volume24h: 81,
    priceImpact1Percent: 6.5,
    priceImpact2Percent: 12,
    pools: 3,
    carriedPools: 1,
  },
]
const COPY = [
  {
    date: at(1),
    liquidityUsd: 1_549,
    volume24h: null,
    priceImpact1Percent: null,
    priceImpact2Percent: null,
  },
]

test('default: a coin id, one item a day, missing pools carried and marked', async () => {
  const body = await ask('ethereum:0xaa')
  expect(body).toEqual(ETHEREUM)
})

describe('which token is meant', () => {
  test.each(['Ethereum:0xAA', '1:0xaa', '%20ethereum:0xaa%20', 'tether-usd', 'Tether%20USD'])(
    'behavior: %s is that coin',
    async (asked) => {
      expect(await ask(asked)).toEqual(ETHEREUM)
    },
  )

  test.each(['usdt', 'USDT', 'tether', 'Aggregator:Tether'])(
    'behavior: %s is that token on all chains, not its copy',
    async (asked) => {
      expect(await ask(asked)).toEqual(USDT)
    },
  )

  test('behavior: the copy is found by its own name', async () => {
    expect(await ask('copycat')).toMatchObject(COPY)
  })

  test('behavior: addresses in their chain’s spelling', async () => {
    expect(await ask('solana:AbC')).toMatchObject([{ liquidityUsd: 7, liquidity: null }])
    expect(await ask('starknet:0xABC')).toMatchObject([{ liquidityUsd: 8 }])
    expect((await app.get('/api/historicalLiquidity/solana:abc', { pro: true })).status).toBe(404)
  })
})

describe('errors', () => {
  test.each([
    ['a token without liquidity', 'dry', []],
    ['a slip of the pen', 'solo-coni', ['solo-coin']],
    ['a coin id without liquidity', 'ethereum:0xdd', []],
    ['a coin id with a slip', 'solana:AbD', ['solana:AbC']],
    ['a name that objects have', '__proto__', []],
  ])('error: 404 for %s', async (_, asked, suggestions) => {
    const { status, body } = await app.get(`/api/historicalLiquidity/${asked}`, { pro: true })
    expect({ status, body }).toMatchObject({ status: 404, body: { error: 'not_found' } })
    for (const name of suggestions)
      expect(body).toMatchObject({ suggestions: expect.arrayContaining([name]) })
  })

  test.each(['%20', ':0xaa', 'ethereum:', 'ethereum:0xaa,bsc:0xbb', 'usdt,solo', 'x'.repeat(301)])(
    'error: 400 for %s',
    async (asked) => {
      const { status, body } = await app.get(`/api/historicalLiquidity/${asked}`, { pro: true })
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: 'invalid_parameter', message: expect.stringContaining('token') },
      })
    },
  )
})

test('behavior: corrections, new names and new pools are seen; asOf shows what was known before; held rows are not served', async () => {
  const laterMs = NOW_SEC * 1000 + 60_000
  await commitRun(
    app.app.store,
    { source: 'test', clock: { nowMs: () => laterMs }, again: true },
    async (stage) => {
      await stage.insertRows(tokens, [{ coin: 'base:0xcc', symbol: 'COPY', name: 'Copycat' }])
      await stage.insertRows(liquidity, [
        pool('base:0xcc', 'p9', 1, 9_000),
        { ...pool('base:0xcc', 'p9', 0, 400e9), quality: 'held' },
        pool('solana:AbC', 'p3', 5, 9),
      ])
      return { accepted: 3, rejected: 0, held: 1 }
    },
  )
  expect(await ask('copy')).toMatchObject([{ date: at(1), liquidityUsd: 9_000 }])
  // It has more now, but is not called usdt any more.
  expect(await ask('usdt')).toEqual(USDT)
  expect(await ask('solo')).toMatchObject([{ liquidityUsd: 9 }])
  expect(await ask('solo', `?asOf=${NOW_SEC + 30}`)).toMatchObject([{ liquidityUsd: 7 }])
  expect(
    (await app.get(`/api/historicalLiquidity/copy?asOf=${NOW_SEC + 30}`, { pro: true })).status,
  ).toBe(404)
})
