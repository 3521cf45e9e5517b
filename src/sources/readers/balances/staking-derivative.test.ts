import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deployed } from '../../../../test/support/evm/deploy.ts'
import { coinOf, NATIVE_ADDRESS } from '../parts/tokens.ts'
import { startWorld, T0, type TestWorld } from '../world-for-tests.ts'
import { stakingDerivative } from './staking-derivative.ts'

const DAY = 86_400
const COIN = 10n ** 18n
const RANGE = { fromSec: T0 + 10 * DAY, atSec: T0 + 10 * DAY + 3_600 }
const ETH = coinOf('ethereum', NATIVE_ADDRESS)

describe('on a chain', () => {
  let world: TestWorld
  let staked: Deployed

  beforeAll(async () => {
    world = await startWorld()
    staked = await world.put('staking.sol', 'StakedCoin')
    await world.act(staked, 'stake', [], { value: 100n * COIN })
    // 1% in the first ten days, then 0.9 coins in the hour: rates 1, 1.01, 1.019.
    await world.goTo(T0 + 5 * DAY)
    await world.act(staked, 'reward', [], { value: COIN })
    await world.goTo(RANGE.fromSec + 1)
    await world.act(staked, 'reward', [], { value: (9n * COIN) / 10n })
    await world.goTo(RANGE.atSec)
    await world.act(staked, 'reward', [], { value: 50n * COIN })
  })
  afterAll(() => world.stop())

  const settings = (more: object = {}) => ({
    token: staked.address,
    underlying: 'native',
    rate: { function: 'getExchangeRate()', decimals: 18 },
    type: 'accruing',
    name: 'Example Staking',
    feePct: 10,
    ...more,
  })

  test('default: rate, what is staked, and the rewards of the hour with the part that is kept', async () => {
    const { observations } = await world.collect(stakingDerivative, settings(), RANGE)
    expect(observations.stakingRates).toEqual([
      {
        coin: coinOf('ethereum', staked.address),
        name: 'Example Staking',
        symbol: 'stCOIN',
        type: 'accruing',
        expectedRate: 1.019,
        marketRate: null,
        fee: 0.1,
        pool: `${staked.address.toLowerCase()}-ethereum`,
        atSec: RANGE.atSec,
      },
    ])
    const total = 1_019n * 10n ** 17n
    expect(observations.holdings.map(({ section, amount }) => [section, amount])).toEqual([
      ['tvl', { coin: ETH, raw: total }],
    ])
    // 100 tokens × (1.019 − 1.01) = 0.9 for stakers; that is 90%, so the whole is 1 and 0.1 was
    // kept.
    expect(
      observations.flows.map(({ dataType, label, amount }) => [dataType, label, amount]),
    ).toEqual([
      ['dailyFees', 'Staking Rewards', { coin: ETH, raw: COIN }],
      ['dailyRevenue', 'Staking Rewards', { coin: ETH, raw: COIN / 10n }],
      ['dailyProtocolRevenue', 'Staking Rewards', { coin: ETH, raw: COIN / 10n }],
      ['dailySupplySideRevenue', 'Staking Rewards', { coin: ETH, raw: (9n * COIN) / 10n }],
    ])
    expect(observations.tokens.map(({ symbol, decimals }) => [symbol, decimals])).toEqual([
      ['stCOIN', 18],
      ['ETH', 18],
    ])
    // From 1 to 1.019 in the ten days since the last block before the week began.
    expect(observations.pools[0]?.apyBasePct).toBeCloseTo(100 * (1.019 ** (365 / 10) - 1), 1)
    expect(observations.pools[0]).toMatchObject({
      symbol: 'ETH',
      poolMeta: 'stCOIN',
      pricePerShare: 1.019,
    })
  })

  test('behavior: the rate may be a function of a number, and the staked amount a function of its own', async () => {
    const asked = {
      rate: { function: 'getCoinsByShares(uint256)', decimals: 6, argument: '1000000' },
      total: { function: 'totalStaked()' },
    }
    const { observations } = await world.collect(stakingDerivative, settings(asked), RANGE)
    expect(observations.stakingRates[0]?.expectedRate).toBe(1.019)
    expect(observations.holdings[0]?.amount).toEqual({ coin: ETH, raw: 1_019n * 10n ** 17n })
  })

  test('behavior: without older states there are neither rewards nor a yield', async () => {
    const { observations } = await world.collect(
      stakingDerivative,
      settings({ past: false }),
      RANGE,
    )
    expect([
      observations.flows,
      observations.pools[0]?.apyBasePct,
      observations.stakingRates[0]?.expectedRate,
    ]).toEqual([[], null, 1.019])
  })

  test('error: a function that the contract does not have is named', async () => {
    const asked = settings({ rate: { function: 'rateOfToday()', decimals: 18 } })
    await expect(world.collect(stakingDerivative, asked, RANGE)).rejects.toThrow(
      'does not answer rateOfToday(): check "rate" of the instance',
    )
  })
})

describe('transform', () => {
  const token = '0x00000000000000000000000000000000000000a1'
  const underlying = '0x00000000000000000000000000000000000000a2'
  const tokens = [
    { address: token, symbol: 'sUSD', decimals: 18, supply: null },
    { address: underlying, symbol: 'USDX', decimals: 6, supply: null },
  ] as const
  const instance = {
    protocol: '7',
    chain: 'ethereum',
    startSec: T0,
    token,
    underlying,
    rate: { function: 'rate()', decimals: 18 },
    type: 'accruing',
    feePct: 10,
  } as const
  const books = (rate: bigint) => ({ atSec: T0, rate, supply: 200n * COIN })

  test('behavior: tokens of other decimals; a loss takes away, and nothing is kept of it', () => {
    const seen = stakingDerivative.transform(
      {
        now: books((15n * COIN) / 10n),
        from: books((16n * COIN) / 10n),
        earlier: books(COIN),
        total: undefined,
        tokens: [...tokens],
      },
      instance,
      { ...RANGE, fromBlock: 1 },
    )
    // 200 × 1.5 = 300 and 200 × −0.1 = −20, with 6 decimals.
    expect(seen.holdings[0]?.amount).toEqual({ coin: `ethereum:${underlying}`, raw: 300_000_000n })
    expect(seen.flows.map(({ amount }) => (amount as { raw: bigint }).raw)).toEqual([
      -20_000_000n,
      0n,
      0n,
      -20_000_000n,
    ])
  })
})

test('error: a token without a supply has no staked amount of zero', () => {
  const books = { atSec: T0, rate: 10n ** 18n, supply: undefined }
  const payload = { now: books, from: books, earlier: books, total: undefined, tokens: [] }
  const instance = {
    token: '0x00000000000000000000000000000000000000aa',
    underlying: 'native',
    rate: { function: 'rate()', decimals: 18 },
    type: 'accruing',
    protocol: '7',
    chain: 'ethereum',
    startSec: T0,
  } as const
  const range = { atSec: T0 + 1, fromSec: T0, fromBlock: 0 }
  expect(() => stakingDerivative.transform(payload, instance, range)).toThrow(
    'does not answer totalSupply(): set "total" of the instance',
  )
  // With a total, only what rests on the supply is missing: the rewards.
  const { flows, holdings } = stakingDerivative.transform(
    { ...payload, total: 5n },
    instance,
    range,
  )
  expect([flows, holdings.length]).toEqual([[], 1])
})
