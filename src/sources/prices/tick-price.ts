import type { MarketPrice } from './pair-price.ts'
import { weightedMedian } from './weighted-median.ts'

/** A part of the window: the mean of the pool's ticks, and the liquidity in range. */
export interface TickInterval {
  seconds: number
  tick: number
  liquidity: number
}

/** A concentrated pool at the block that is read. */
export interface TickPool {
  sqrtPrice: number
  tick: number
  liquidity: bigint
  tickSpacing: number
  /** The change of liquidity when the price rises through a tick; other ticks are left out. */
  liquidityNet: ReadonlyMap<number, bigint>
  decimals: [token0: number, token1: number]
  /** Whether the first token is priced in the second, or the second in the first. */
  isFirstPriced: boolean
}

const TICK = 1.0001
const UP = Math.sqrt(1.02)

/** Ticks that the price passes when it moves by 2%, needed for the depth. */
export function ticksInReach(tick: number, tickSpacing: number): number[] {
  // ln 1.02 ÷ ln 1.0001 = 198.04 and ln 0.98 ÷ ln 1.0001 = −202.04; one more for a part of a tick.
  const first = Math.ceil((tick - 204) / tickSpacing)
  const last = Math.floor((tick + 204) / tickSpacing)
  const count = Math.max(0, last - first + 1)
  return Array.from({ length: count }, (_, index) => (first + index) * tickSpacing)
}

/** Median tick weighted by seconds; depth: the quote that moves it by 2% at the least liquidity. */
export function tickPrice(
  intervals: readonly TickInterval[],
  pool: TickPool,
): MarketPrice | undefined {
  const middle = weightedMedian(intervals, ({ tick, seconds }) => [tick, seconds])
  if (middle === undefined || !(pool.sqrtPrice > 0)) return undefined
  const [decimals0, decimals1] = pool.decimals
  const ratio = TICK ** middle.tick
  const price = pool.isFirstPriced
    ? ratio * 10 ** (decimals0 - decimals1)
    : (1 / ratio) * 10 ** (decimals1 - decimals0)
  const least = Math.min(...intervals.map(({ liquidity }) => liquidity))
  const sqrtMiddle = Math.sqrt(ratio)
  const always = least * (pool.isFirstPriced ? sqrtMiddle : 1 / sqrtMiddle) * (UP - 1)
  const raw = Math.min(tickDepth(pool, 0.02), always)
  return { price, depthInQuote: raw / 10 ** (pool.isFirstPriced ? decimals1 : decimals0) }
}

/** The quote, in smallest units, that moves the price by a share up or down, whichever is less. */
export function tickDepth(pool: TickPool, share: number): number {
  const factors = [1 + share, 1 - share].map(Math.sqrt)
  return Math.min(...factors.map((factor) => quoteOnTheWay(pool, factor)))
}

/** The quote that changes hands until the root of the pool's price is multiplied by the factor. */
function quoteOnTheWay(pool: TickPool, factor: number): number {
  const target = pool.sqrtPrice * factor
  const isUp = factor > 1
  const passed = [...pool.liquidityNet]
    .filter(([tick]) => (isUp ? tick > pool.tick : tick <= pool.tick))
    .sort(([a], [b]) => (isUp ? a - b : b - a))
  let at = pool.sqrtPrice
  let liquidity = pool.liquidity
  let quote = 0
  for (const [tick, net] of passed) {
    const edge = TICK ** (tick / 2)
    if (isUp ? edge >= target : edge <= target) break
    quote += quoteBetween(at, edge, pool) * Number(liquidity)

    liquidity += isUp ? net : -net
    at = edge
  }
  return quote + quoteBetween(at, target, pool) * Number(liquidity)
}

/** Per unit of liquidity: the second token follows the root of the price, the first its inverse. */
function quoteBetween(from: number, to: number, { isFirstPriced }: TickPool): number {
  return Math.abs(isFirstPriced ? to - from : 1 / to - 1 / from)
}
