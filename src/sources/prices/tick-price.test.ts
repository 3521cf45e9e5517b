import { describe, expect, test } from 'vitest'
import { type TickPool, tickPrice, ticksInReach } from './tick-price.ts'

// At tick 0 a unit of liquidity has one raw unit of each token per unit of root price: all figures
// below are liquidity × a root.
const POOL: TickPool = {
  sqrtPrice: 1,
  tick: 0,
  liquidity: 1_000_000n,
  tickSpacing: 60,
  liquidityNet: new Map(),
  decimals: [0, 0],
  isFirstPriced: true,
}
const interval = (seconds: number, tick: number, liquidity = 1e6) => ({ seconds, tick, liquidity })
const UP = Math.sqrt(1.02) - 1
const DOWN = 1 - Math.sqrt(0.98)

describe('price', () => {
  test.each([
    { what: 'the first in the second', pool: POOL, expected: 1.0001 ** 100 },
    {
      what: 'the second in the first',
      pool: { ...POOL, isFirstPriced: false },
      expected: 1.0001 ** -100,
    },
    // One raw unit of 6 decimals is 10^12 raw units of 18 decimals: the price falls by as much.
    {
      what: 'decimals',
      pool: { ...POOL, decimals: [18, 6] as [number, number] },
      expected: 1.0001 ** 100 * 1e12,
    },
  ])('default: $what', ({ pool, expected }) => {
    expect((tickPrice([interval(60, 100)], pool)?.price ?? 0) / expected).toBeCloseTo(1, 12)
  })

  test('behavior: the median of the intervals, so that one of them moves nothing', () => {
    const intervals = [
      interval(100, 10),
      interval(100, 11),
      interval(100, 12),
      interval(20, 880_000),
    ]
    expect(tickPrice(intervals, POOL)?.price).toBeCloseTo(1.0001 ** 11, 12)
  })

  test('error: nothing seen, no price', () => {
    expect(tickPrice([], POOL)).toBeUndefined()
  })
})

describe('depth', () => {
  test('default: with the same liquidity all the way, L · √P · (√1.02 − 1)', () => {
    expect(tickPrice([interval(60, 0)], POOL)?.depthInQuote).toBeCloseTo(1e6 * UP, 6)
  })

  test('behavior: the other token is quoted by the inverse root', () => {
    // First tokens that leave on the way up: 10^6 × (1 − 1 ÷ √1.02); on the way down more come in;
    // at the median √1.02 − 1 is more too.
    const depth = tickPrice([interval(60, 0)], { ...POOL, isFirstPriced: false })?.depthInQuote
    expect(depth).toBeCloseTo(1e6 * (1 - 1 / Math.sqrt(1.02)), 6)
  })

  test('behavior: liquidity that ends within the 2% counts up to where it ends', () => {
    // All of it is between ticks −60 and 60: up to the root 1.0001^30, and none beyond.
    const narrow = {
      ...POOL,
      liquidityNet: new Map([
        [-60, 1_000_000n],
        [60, -1_000_000n],
      ]),
    }
    const up = 1e6 * (1.0001 ** 30 - 1)
    const down = 1e6 * (1 - 1.0001 ** -30)
    expect(tickPrice([interval(60, 0)], narrow)?.depthInQuote).toBeCloseTo(Math.min(up, down), 6)
  })

  test('behavior: liquidity that begins on the way counts from there', () => {
    // From tick 60 on three times as much, and also three times as much below −60: net +2 million
    // above, −2 million below.
    const wider = {
      ...POOL,
      liquidityNet: new Map([
        [-60, -2_000_000n],
        [60, 2_000_000n],
      ]),
    }
    const up = 1e6 * (1.0001 ** 30 - 1) + 3e6 * (Math.sqrt(1.02) - 1.0001 ** 30)
    expect(tickPrice([interval(60, 0, 1e12)], wider)?.depthInQuote).toBeCloseTo(up, 6)
  })

  test('behavior: a pool with nothing above its price has no depth', () => {
    const oneSided = { ...POOL, liquidity: 0n, liquidityNet: new Map([[0, -1_000_000n]]) }
    expect(tickPrice([interval(60, 0)], oneSided)?.depthInQuote).toBe(0)
  })

  test('behavior: liquidity that was not there all the time does not count', () => {
    const depth = tickPrice([interval(100, 0, 10), interval(100, 0, 1e6)], POOL)?.depthInQuote
    expect(depth).toBeCloseTo(10 * UP, 12)
  })

  test('behavior: a price pushed up in the last block does not make the quote it was pushed with count', () => {
    // The root stands at 1,000, so each 2% would now take a thousand times the quote; the median
    // price says otherwise.
    const pushed = { ...POOL, sqrtPrice: 1_000, tick: 138_162 }
    expect(tickPrice([interval(588, 0), interval(12, 138_162)], pushed)?.depthInQuote).toBeCloseTo(
      1e6 * UP,
      6,
    )
  })

  test('behavior: the way down counts where it is the cheaper one', () => {
    const below = { ...POOL, liquidityNet: new Map([[0, 999_999n]]) }
    expect(tickPrice([interval(60, 0)], below)?.depthInQuote).toBeCloseTo(DOWN, 6)
  })
})

test('default: ticks in reach are those of the spacing within 2%', () => {
  expect(ticksInReach(0, 60)).toEqual([-180, -120, -60, 0, 60, 120, 180])
  expect(ticksInReach(-887_000, 200)).toEqual([-887_200, -887_000, -886_800])
  expect(ticksInReach(5, 1)).toHaveLength(409)
})
