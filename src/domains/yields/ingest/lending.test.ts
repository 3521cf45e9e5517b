import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEPLOYER, type Deployed } from '../../../../test/support/evm/deploy.ts'
import type { Flow } from '../../../sources/model/observations.ts'
import { coinOf } from '../../../sources/readers/parts/tokens.ts'
import { startWorld, T0, type TestWorld } from '../../../sources/readers/world-for-tests.ts'
import { lending } from './lending.ts'
import { accruedInterest } from './lending-fees.ts'
import { termsOf } from './lending-reserves.ts'

const USD = 10n ** 6n
const ETH = 10n ** 18n
const RAY = 10n ** 27n
const HOUR = 3_600
/** 876% a year: the index grows by 0.001 in an hour. */
const BORROW_RATE = (876n * RAY) / 100n
const FIVE_PERCENT = RAY / 20n

/**
 * Loan to value 75%, bonus 105%, active and open to borrowers, 10% of the interest and of the bonus
 * are kept.
 */
const CONFIGURATION =
  7_500n | (10_500n << 32n) | (1n << 56n) | (1n << 58n) | (1_000n << 64n) | (1_000n << 152n)

describe.each([2, 3])('layout %d on a chain', (layout) => {
  const range = { fromSec: T0 + 2 * HOUR, atSec: T0 + 3 * HOUR }
  let world: TestWorld
  let pool: Deployed
  let usd: Deployed
  let eth: Deployed

  beforeAll(async () => {
    world = await startWorld()
    pool = await world.put('lending.sol', `LendingPool${layout}`)
    usd = await world.token('USDX', 6)
    eth = await world.token('ETHX', 18)
    for (const [token, amount] of [
      [usd, 1_000n * USD],
      [eth, 500n * ETH],
    ] as const) {
      await world.act(token, 'mint', [DEPLOYER, amount])
      await world.act(token, 'approve', [pool.address, amount])
    }
    await world.act(pool, 'open', [eth.address, CONFIGURATION, 0n, 0n])
    await world.act(pool, 'supply', [eth.address, 500n * ETH])
    await world.goTo(T0 + HOUR - 1)
    await world.act(pool, 'open', [usd.address, CONFIGURATION, FIVE_PERCENT, BORROW_RATE])
    await world.act(pool, 'supply', [usd.address, 1_000n * USD])
    // An hour later the index is 1.001, so 400.4 borrowed are 400 without interest.
    await world.goTo(T0 + 2 * HOUR - 1)
    await world.act(pool, 'borrow', [usd.address, (4_004n * USD) / 10n])
    await world.act(pool, 'liquidate', [eth.address, usd.address, 100n * USD, (1_045n * ETH) / 10n])
    await world.goTo(T0 + 3 * HOUR - 1)
    await world.act(usd, 'mint', [DEPLOYER, 1n])
    await world.goTo(T0 + 3 * HOUR)
    await world.act(pool, 'liquidate', [eth.address, usd.address, 100n * USD, 100n * ETH])
  })
  afterAll(() => world.stop())

  const coin = ({ address }: Deployed) => coinOf('ethereum', address)
  const figures = (flows: readonly Flow[], label: string) =>
    flows
      .filter((flow) => flow.label === label && flow.metric === 'fees')
      .map(({ dataType, amount }) => [dataType, amount])

  test('default: what is left and what is owed, and a pool with rates for each market', async () => {
    const { observations } = await world.collect(lending, { pool: pool.address, layout }, range)
    const debt = 400n * USD + (8n * USD) / 10n
    expect(observations.holdings.map(({ section, amount }) => [section, amount])).toEqual([
      // 500 less 104.5; 1,000 less 400.4; 400 × 1.002.
      ['tvl', { coin: coin(eth), raw: (3_955n * ETH) / 10n }],
      ['tvl', { coin: coin(usd), raw: (5_996n * USD) / 10n }],
      ['borrowed', { coin: coin(usd), raw: debt }],
    ])
    const market = observations.pools.find(({ symbol }) => symbol === 'USDX')
    expect(market).toMatchObject({
      kind: 'lending',
      underlyingTokens: [usd.address.toLowerCase()],
      held: [{ raw: (5_996n * USD) / 10n }],
      lending: {
        supplied: [{ raw: 1_000n * USD }],
        borrowed: [{ raw: debt }],
        ltv: 0.75,
        borrowable: true,
      },
    })
    // e^0.05 − 1 and e^8.76 − 1, but for the length of a second.
    expect(market?.apyBasePct).toBeCloseTo(100 * (Math.E ** 0.05 - 1), 5)
    expect((market?.lending?.apyBaseBorrowPct ?? 0) / (100 * (Math.E ** 8.76 - 1))).toBeCloseTo(
      1,
      5,
    )
  })

  test('error: a pool at an address without code is an error, never a 0', async () => {
    const nobody = '0x00000000000000000000000000000000000000ff'
    await expect(world.collect(lending, { pool: nobody, layout }, range)).rejects.toThrow(nobody)
  })

  test('behavior: a market whose token does not answer is left out and named; the rest counts', async () => {
    const other = await world.put('lending.sol', `LendingPool${layout}`)
    const broken = await world.put('token.sol', 'BrokenToken', [false])
    for (const token of [usd, broken])
      await world.act(other, 'open', [token.address, CONFIGURATION, 0n, 0n])
    const { timestampSec } = await world.client.head()
    const { observations } = await world.collect(
      lending,
      { pool: other.address, layout, past: false },
      { fromSec: timestampSec, atSec: timestampSec + 1 },
    )
    expect(observations.pools.map(({ symbol }) => symbol)).toEqual(['USDX'])
    expect(observations.gaps).toMatchObject([
      { what: expect.stringMatching(/^1 of 2 \(markets\) did not answer and are left out/) },
    ])
  })

  test('behavior: interest is the growth of the index times the debt, and a part of it is kept', async () => {
    const { observations } = await world.collect(lending, { pool: pool.address, layout }, range)
    const of = (raw: bigint) => ({ coin: coin(usd), raw })
    const paid = figures(observations.flows, 'Borrow Interest').filter(
      ([, amount]) => (amount as { coin: string }).coin === coin(usd),
    )
    // 400 × 0.001 = 0.4, of which 10% are kept.
    expect(paid).toEqual([
      ['dailyFees', of(400_000n)],
      ['dailyRevenue', of(40_000n)],
      ['dailyProtocolRevenue', of(40_000n)],
      ['dailySupplySideRevenue', of(360_000n)],
    ])
  })

  test('behavior: the bonus of a liquidation is a fee; debt and collateral are the volume of liquidations', async () => {
    const { observations } = await world.collect(lending, { pool: pool.address, layout }, range)
    const of = (raw: bigint) => ({ coin: coin(eth), raw })
    // The liquidator got 104.5. Where a tenth of the bonus of 5 is kept, 105 were seized; where
    // nothing is, the bonus is 104.5 × 5/105.
    const [bonus, kept] = layout === 3 ? [5n * ETH, ETH / 2n] : [(1_045n * ETH * 5n) / 1_050n, 0n]
    expect(figures(observations.flows, 'Liquidation Fees')).toEqual([
      ['dailyFees', of(bonus)],
      ['dailyRevenue', of(kept)],
      ['dailyProtocolRevenue', of(kept)],
      ['dailySupplySideRevenue', of(bonus - kept)],
    ])
    const volumes = observations.flows
      .filter(({ metric }) => metric === 'liquidations')
      .map(({ dataType, amount }) => [dataType, amount])
    expect(volumes).toEqual([
      ['dailyLiquidationsVolume', { coin: coin(usd), raw: 100n * USD }],
      ['dailyCollateralLiquidated', of((1_045n * ETH) / 10n + kept)],
    ])
  })

  test('behavior: a fee for borrowing is counted where the instance says there is one', async () => {
    const before = { fromSec: T0 + HOUR, atSec: T0 + 2 * HOUR }
    const { observations } = await world.collect(
      lending,
      { pool: pool.address, layout, borrowFeePct: 1 },
      before,
    )
    expect(figures(observations.flows, 'Open/Close Fees')[0]).toEqual([
      'dailyFees',
      { coin: coin(usd), raw: 4_004_000n },
    ])
    // Nothing was owed at first and 400 at the end, so 200 on average: 200 × 0.001.
    expect(figures(observations.flows, 'Borrow Interest')).toContainEqual([
      'dailyFees',
      { coin: coin(usd), raw: 200_000n },
    ])
    expect(figures(observations.flows, 'Liquidation Fees')[0]).toEqual(['dailyFees', { usd: 0 }])
  })

  test('behavior: without older states there is no interest, and nothing else is missing', async () => {
    const whole = await world.collect(lending, { pool: pool.address, layout }, range)
    const { observations } = await world.collect(
      lending,
      { pool: pool.address, layout, past: false },
      range,
    )
    expect(figures(observations.flows, 'Borrow Interest')).toEqual([])
    expect({ ...observations, flows: [] }).toEqual({ ...whole.observations, flows: [] })
  })

  test('error: another layout than the contract has is noticed, and so is a contract that is no such pool', async () => {
    const other = world.collect(lending, { pool: pool.address, layout: 5 - layout }, range)
    await expect(other).rejects.toThrow('check "layout" of the instance')
    await expect(world.collect(lending, { pool: usd.address, layout }, range)).rejects.toThrow(
      'getReservesList',
    )
  })
})

test.each([
  { from: { debt: 0n, index: RAY }, to: { debt: 0n, index: 2n * RAY }, interest: 0n },
  // Nothing moved: 100 became 110.
  { from: { debt: 100n, index: RAY }, to: { debt: 110n, index: (11n * RAY) / 10n }, interest: 10n },
  // 100 were repaid in between: half of it on average.
  { from: { debt: 100n, index: RAY }, to: { debt: 0n, index: (11n * RAY) / 10n }, interest: 5n },
])('behavior: from $from to $to the interest is $interest', ({ from, to, interest }) => {
  expect(accruedInterest(from, to)).toBe(interest)
})

test.each([
  [1n << 58n, false],
  [(1n << 58n) | (1n << 56n), true],
  [(1n << 58n) | (1n << 56n) | (1n << 57n), false],
  [1n << 56n, false],
  [(1n << 58n) | (1n << 56n) | (1n << 60n), false],
])('behavior: a market with the bits %d is open to borrowers: %s', (bits, borrowable) => {
  expect(termsOf(bits, 3).borrowable).toBe(borrowable)
})
