import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../../test/support/evm/anvil.ts'
import { clientOf } from '../../../../test/support/evm/client.ts'
import { compile, compileContract } from '../../../../test/support/evm/compile.ts'
import { DEPLOYER, type Deployed, deploy, send } from '../../../../test/support/evm/deploy.ts'
import type { ChainClient } from '../../chain/chain.ts'
import { settlePrices } from '../../prices/resolve-relative.ts'
import { pass, readKind } from '../chain-reading-for-tests.ts'
import { poolPrices } from './pool-prices.ts'

const E18 = 10n ** 18n
const E6 = 10n ** 6n
/** To move x · y = k by 2%, the quote's reserve grows by √1.02. */
const PART = Math.sqrt(1.02) - 1
/** Blocks of two minutes in 40: more than the window of 30. */
const WHILE = 20
const BLOCK_SEC = 120

let anvil: Anvil
let client: ChainClient
let token: Deployed
let quote: Deployed

beforeAll(async () => {
  anvil = await startAnvil({ blockTimeSec: BLOCK_SEC })
  client = clientOf([anvil.url])
  const contract = await compileContract('token.sol', 'Token')
  token = await deploy(anvil, contract, ['Token', 'TOK', 18])
  quote = await deploy(anvil, contract, ['Dollar', 'USDX', 6])
  for (const one of [token, quote])
    await send(anvil, one, { functionName: 'mint', args: [DEPLOYER, 10n ** 30n] })
})
afterAll(async () => {
  client.close()
  await anvil.stop()
})

/** A pair of so many whole tokens and dollars. */
async function makePair(
  name: 'SummingPair' | 'PlainPair',
  tokens: bigint,
  dollars: bigint,
): Promise<Deployed> {
  const contracts = await compile('pricepool.sol')
  const contract = contracts[name]
  if (contract === undefined) throw new Error(`There is no ${name}.`)
  const pair = await deploy(anvil, contract, [token.address, quote.address])
  await send(anvil, token, { functionName: 'transfer', args: [pair.address, tokens * E18] })
  await send(anvil, quote, { functionName: 'transfer', args: [pair.address, dollars * E6] })
  await send(anvil, pair, { functionName: 'sync' })
  for (const one of [token, quote])
    await send(anvil, one, { functionName: 'approve', args: [pair.address, 10n ** 30n] })
  return pair
}

const buy = (pair: Deployed, dollars: bigint) =>
  send(anvil, pair, { functionName: 'swap', args: [quote.address, dollars * E6] })

type Pool = Parameters<typeof poolPrices.extract>[1]['pools'][number]

function read(pool: Deployed, more: Partial<Pool> = {}) {
  const curve = pool.name === 'TickPool' ? 'concentrated' : 'constantProduct'
  return readKind(poolPrices, {
    client,
    settings: { pools: [{ pool: pool.address, curve, token: token.address, ...more }] },
  })
}

const coin = (address: Address) => `local:${address.toLowerCase()}`
/** What is stored of the prices, with the dollar at one dollar. */
const settle = (prices: Parameters<typeof settlePrices>[0]) =>
  settlePrices(prices, {
    findKnown: (source, atSec) => ({ source, atSec, priceUsd: 1, confidence: 0.98 }),
    redirects: new Map(),
  })

describe.each(['SummingPair', 'PlainPair'] as const)('%s', (name) => {
  test('default: the price in the other token, its depth, and both tokens', async () => {
    const pair = await makePair(name, 1_000n, 2_000_000n)
    await pass(anvil, WHILE)
    const { prices, tokens } = await read(pair)
    expect(prices).toEqual([
      {
        coin: coin(token.address),
        inCoin: coin(quote.address),
        atSec: (await client.head()).timestampSec + 1,
        priceUsd: expect.closeTo(2_000, 6),
        depthInCoin: expect.closeTo(2_000_000 * PART, 3),
        confidence: 0.9,
      },
    ])
    expect(tokens.map(({ symbol, decimals }) => [symbol, decimals])).toEqual([
      ['TOK', 18],
      ['USDX', 6],
    ])
    // 19,900.99 USD: 0.3 + 0.2 × log10(19.90099) = 0.5598.
    expect(settle(prices).prices[0]?.confidence).toBeCloseTo(0.3 + 0.2 * Math.log10(19.9009876), 6)
  })

  test('behavior: the other token can be priced as well, and another coin can stand for the quote', async () => {
    const pair = await makePair(name, 1_000n, 2_000_000n)
    await pass(anvil, WHILE)
    const { prices } = await read(pair, { token: quote.address, quoteCoin: 'market:token' })
    // 1,000 ÷ 2,000,000, and 1,000 tokens × (√1.02 − 1) to move it.
    expect(prices[0]).toMatchObject({ coin: coin(quote.address), inCoin: 'market:token' })
    expect(prices[0]?.priceUsd).toBeCloseTo(0.0005, 12)
    expect(prices[0]?.depthInCoin).toBeCloseTo(1_000 * PART, 6)
  })

  test('behavior: a trade moves the price once it has stood for more than half of the window', async () => {
    const pair = await makePair(name, 1_000n, 1_000_000n)
    await pass(anvil, WHILE)
    // 1,000,000 dollars more: 2,000,000 against 500 tokens is 4,000.
    await buy(pair, 1_000_000n)
    await pass(anvil, 4)
    expect((await read(pair)).prices[0]?.priceUsd).toBeCloseTo(1_000, 3)
    await pass(anvil, 10)
    expect((await read(pair)).prices[0]?.priceUsd).toBeCloseTo(4_000, 3)
  })

  test('behavior: a trade against dust never makes a price', async () => {
    const dust = await makePair(name, 100n, 200n)
    await pass(anvil, WHILE)
    await buy(dust, 10_000_000n)
    const chain = client.at(await client.head())
    const reserves = (await chain.call({
      target: dust.address,
      abi: dust.abi.find((one) => 'name' in one && one.name === 'getReserves') as never,
    })) as bigint[]
    // What the block itself shows: 10,000,200 dollars against 100 × 200 ÷ 10,000,200 tokens, 5
    // billion each, and 99,500 to move it.
    const spot = (Number(reserves[1]) / Number(reserves[0])) * 1e12
    expect(spot).toBeGreaterThan(5e9)
    expect((Number(reserves[1]) / 1e6) * PART).toBeGreaterThan(99_000)
    const { prices } = await read(dust)
    expect(prices[0]?.priceUsd).toBeCloseTo(2, 6)
    expect(prices[0]?.depthInCoin).toBeCloseTo(200 * PART, 6)
    expect(settle(prices)).toMatchObject({
      prices: [],
      remarks: [{ reason: 'confidence 0 is under 0.3' }],
    })
  })

  test('behavior: a block in which a deep pool is pushed does not move its price', async () => {
    const pair = await makePair(name, 1_000n, 2_000_000n)
    await pass(anvil, WHILE)
    await buy(pair, 20_000_000n)
    const { prices } = await read(pair)
    expect(prices[0]?.priceUsd).toBeCloseTo(2_000, 3)
    expect(prices[0]?.depthInCoin).toBeCloseTo(2_000_000 * PART, 3)
  })

  test('behavior: a pair that did not stand the whole window has no price', async () => {
    const pair = await makePair(name, 1_000n, 2_000_000n)
    await pass(anvil, 2)
    expect((await read(pair)).prices).toEqual([])
  })
})

describe.each([true, false])('a pool with ticks that remembers its past: %s', (remembers) => {
  // 1.0001^−200311 × 10^12 is about 2,000 dollars of 6 decimals for a token of 18.
  const TICK = -200_311
  const root = (tick: number) => 1.0001 ** (tick / 2)
  const LIQUIDITY = E18

  async function makePool(liquidity: bigint): Promise<Deployed> {
    const pool = await deploy(anvil, await compileContract('pricepool.sol', 'TickPool'), [
      token.address,
      quote.address,
      remembers,
    ])
    await set(pool, TICK, liquidity)
    return pool
  }
  const set = (pool: Deployed, tick: number, liquidity: bigint) =>
    send(anvil, pool, {
      functionName: 'set',
      args: [BigInt(Math.floor(root(tick) * 2 ** 48)) << 48n, tick, liquidity],
    })
  /** Dollars that the same liquidity takes on the way 2% up. */
  const depthOf = (liquidity: bigint) => (Number(liquidity) * root(TICK) * PART) / 1e6

  test('default: the price and the depth', async () => {
    const pool = await makePool(LIQUIDITY)
    await pass(anvil, WHILE)
    const [price] = (await read(pool)).prices
    expect((price?.priceUsd ?? 0) / (root(TICK) ** 2 * 1e12)).toBeCloseTo(1, 9)
    expect((price?.depthInCoin ?? 0) / depthOf(LIQUIDITY)).toBeCloseTo(1, 6)
  })

  test('behavior: liquidity that ends on the way counts as far as it goes', async () => {
    const pool = await makePool(LIQUIDITY)
    // The next tick of the spacing above −200,311.
    await send(anvil, pool, { functionName: 'setTick', args: [-200_280, -LIQUIDITY] })
    await pass(anvil, WHILE)
    const expected = (Number(LIQUIDITY) * (root(-200_280) - root(TICK))) / 1e6
    expect(((await read(pool)).prices[0]?.depthInCoin ?? 0) / expected).toBeCloseTo(1, 5)
  })

  test('behavior: neither a price nor liquidity of a single block counts', async () => {
    const thin = E18 / 1_000_000_000n
    const pool = await makePool(thin)
    await pass(anvil, WHILE)
    await set(pool, 100_000, LIQUIDITY)
    const { prices } = await read(pool)
    expect((prices[0]?.priceUsd ?? 0) / (root(TICK) ** 2 * 1e12)).toBeCloseTo(1, 9)
    // Before: 10^9 × 4.47e-5 × 0.00995 ÷ 10^6 = 0.0004 dollars.
    expect((prices[0]?.depthInCoin ?? 0) / depthOf(thin)).toBeCloseTo(1, 6)
    expect(settle(prices).prices).toEqual([])
  })

  test('behavior: a pool that did not stand the whole window has no price', async () => {
    const pool = await makePool(LIQUIDITY)
    await pass(anvil, 2)
    expect((await read(pool)).prices).toEqual([])
  })
})

test('behavior: a pool that has not the token, or is none, is left out', async () => {
  const pair = await makePair('PlainPair', 1_000n, 2_000_000n)
  await pass(anvil, WHILE)
  expect((await read(pair, { token: pair.address })).prices).toEqual([])
  expect((await read(token)).prices).toEqual([])
})
