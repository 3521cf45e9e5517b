import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deployed } from '../../../../test/support/evm/deploy.ts'
import { bookOf } from '../../../sources/model/price-book-for-tests.ts'
import { coinOf } from '../../../sources/readers/parts/tokens.ts'
import { startWorld, T0, type TestWorld } from '../../../sources/readers/world-for-tests.ts'
import { observeLiquidity, tokenLiquidity } from './token-liquidity.ts'

const HOUR = { fromSec: T0, atSec: T0 + 3_600 }
const E18 = 10n ** 18n
let world: TestWorld
let token: Deployed
let usd: Deployed
let pair: Deployed
let ticks: Deployed

beforeAll(async () => {
  world = await startWorld()
  token = await world.token('TOK', 18)
  usd = await world.token('USDX', 6)
  pair = await world.put('pricepool.sol', 'PlainPair', [token.address, usd.address])
  await world.act(token, 'mint', [pair.address, 1_000n * E18])
  await world.act(usd, 'mint', [pair.address, 2_000_000_000_000n])
  await world.act(pair, 'sync')
  ticks = await world.put('pricepool.sol', 'TickPool', [token.address, usd.address, true])
  // One smallest unit of the first for one of the second; liquidity of 10^12 around it.
  await world.act(ticks, 'set', [2n ** 96n, 0, 10n ** 12n])
  // From tick 120 on (a price of 1.0121) there is half of it.
  await world.act(ticks, 'setTick', [120, -(10n ** 12n) / 2n])
  await world.act(usd, 'mint', [ticks.address, 50_000_000n])
  await world.goTo(HOUR.atSec)
  await world.act(usd, 'mint', [pair.address, 1n])
})
afterAll(() => world.stop())

const read = async (pools: object[]) =>
  (await world.collect(tokenLiquidity, { pools }, HOUR)).observations

const book = (priced: { token?: number; usd?: number }) =>
  bookOf({
    [coinOf('ethereum', token.address)]: {
      decimals: 18,
      ...(priced.token !== undefined && { priceUsd: priced.token }),
    },
    [coinOf('ethereum', usd.address)]: {
      decimals: 6,
      ...(priced.usd !== undefined && { priceUsd: priced.usd }),
    },
  })

test('default: a constant product: both sides, and what moves each price by 1% and 2%', async () => {
  const seen = await read([{ pool: pair.address, curve: 'constantProduct' }])
  const rows = observeLiquidity(seen, book({ token: 2_000, usd: 1 }))[0]?.rows
  // 2,000,000 dollars and 1,000 tokens at 2,000; √1.01 − 1 and √1.02 − 1 of the other side.
  const depth = (share: number) => expect.closeTo(2_000_000 * (Math.sqrt(1 + share) - 1), 2)
  const common = {
    pool: coinOf('ethereum', pair.address),
    atSec: HOUR.atSec,
    liquidityUsd: 4_000_000,
    volumeUsd: null,
    depth1PctUsd: depth(0.01),
    depth2PctUsd: depth(0.02),
  }
  expect(rows).toEqual([
    { token: coinOf('ethereum', token.address), liquidityTokens: 1_000, ...common },
    { token: coinOf('ethereum', usd.address), liquidityTokens: 2_000_000, ...common },
  ])
})

test('behavior: ticks: liquidity that ends on the way counts up to there', async () => {
  const seen = await read([{ pool: ticks.address, curve: 'concentrated' }])
  const [first] = seen.liquidity
  // Up by 1%: 10^12 × (√1.01 − 1). Up by 2%: to tick 120, then half of it to √1.02.
  const edge = 1.0001 ** 60
  const up2 = 1e12 * (edge - 1) + 0.5e12 * (Math.sqrt(1.02) - edge)
  const rawOf = (amount: unknown) => Number((amount as { raw: bigint }).raw)
  expect(rawOf(first?.depth1Pct)).toBeCloseTo(1e12 * (Math.sqrt(1.01) - 1), -1)
  expect(rawOf(first?.depth2Pct)).toBeCloseTo(up2, -1)
})

test('behavior: without a price of the other side the depth is not known; without any there is no row', async () => {
  const seen = await read([{ pool: pair.address, curve: 'constantProduct' }])
  const rows = observeLiquidity(seen, book({ usd: 1 }))[0]?.rows
  expect(rows?.[0]).toMatchObject({ liquidityUsd: 2_000_000 })
  expect(rows?.[1]).toMatchObject({
    liquidityUsd: 2_000_000,
    depth1PctUsd: null,
    depth2PctUsd: null,
  })
  expect(observeLiquidity(seen, book({}))[0]?.rows).toEqual([])
})

test('error: an address without a pool is a mistake', async () => {
  const nothing = '0x00000000000000000000000000000000000000ff'
  await expect(read([{ pool: nothing, curve: 'constantProduct' }])).rejects.toThrow(
    'no pool answers',
  )
})
