import type { MarketPrice } from './pair-price.ts'
import { weightedMedian } from './weighted-median.ts'

/**
 * A part of the window: the mean of the pool's ticks in it, and the liquidity that was in reach.
 */
export interface TickPiece {
  seconds: number
  tick: number
  liquidity: number
}

/** A concentrated pool as it stood at the moment's block. */
export interface TickPool {
  sqrtPrice: number
  tick: number
  liquidity: bigint
  tickSpacing: number
  /**
   * What liquidity changes by when the price rises through a tick; ticks without a change are left
   * out.
   */
  liquidityNet: ReadonlyMap<number, bigint>
  decimals: [token0: number, token1: number]
  /** Whether the first token is priced in the second, or the second in the first. */
  isFirstPriced: boolean
}

const TICK = 1.0001
const UP = Math.sqrt(1.02)
const DOWN = Math.sqrt(0.98)

/** Ticks that the price may pass on its way 2% up or down, which must be known for the depth. */
export function ticksInReach(tick: number, tickSpacing: number): number[] {
  // ln 1.02 ÷ ln 1.0001 = 198.04 and ln 0.98 ÷ ln 1.0001 = −202.04; one more for the part of a tick
  // that the price is into it.
  const first = Math.ceil((tick - 204) / tickSpacing)
  const last = Math.floor((tick + 204) / tickSpacing)
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, index) => (first + index) * tickSpacing,
  )
}

/**
 * The median of the pieces' mean ticks, weighted by their seconds, as in a pair. The depth is the
 * quote that changes hands on the way 2% up or 2% down through the ticks as they are now, the
 * lesser of the two, and no more than the least liquidity of any piece allows at the median price:
 * liquidity that came for one block counts for nothing.
 */
export function tickPrice(pieces: readonly TickPiece[], pool: TickPool): MarketPrice | undefined {
  const middle = weightedMedian(
    pieces,
    ({ tick }) => tick,
    ({ seconds }) => seconds,
  )
  if (middle === undefined || !(pool.sqrtPrice > 0)) return undefined
  const [decimals0, decimals1] = pool.decimals
  const ratio = TICK ** middle.tick
  const price = pool.isFirstPriced
    ? ratio * 10 ** (decimals0 - decimals1)
    : (1 / ratio) * 10 ** (decimals1 - decimals0)
  const least = Math.min(...pieces.map(({ liquidity }) => liquidity))
  const sqrtMiddle = Math.sqrt(ratio)
  const always = least * (pool.isFirstPriced ? sqrtMiddle : 1 / sqrtMiddle) * (UP - 1)
  const raw = Math.min(quoteOnTheWay(pool, UP), quoteOnTheWay(pool, DOWN), always)
  return { price, depthInQuote: raw / 10 ** (pool.isFirstPriced ? decimals1 : decimals0) }
}

/**
 * Quote that changes hands until the root of the pool's price (second per first) has been
 * multiplied by the factor.
 */
function quoteOnTheWay(pool: TickPool, factor: number): number {
  const target = pool.sqrtPrice * factor
  const isUp = factor > 1
  const passed = [...pool.liquidityNet.keys()]
    .filter((tick) => (isUp ? tick > pool.tick : tick <= pool.tick))
    .sort((a, b) => (isUp ? a - b : b - a))
  let at = pool.sqrtPrice
  let liquidity = pool.liquidity
  let quote = 0
  for (const tick of passed) {
    const edge = TICK ** (tick / 2)
    if (isUp ? edge >= target : edge <= target) break
    quote += quoteBetween(at, edge, pool) * Number(liquidity)
    const net = pool.liquidityNet.get(tick) ?? 0n
    liquidity += isUp ? net : -net
    at = edge
  }
  return quote + quoteBetween(at, target, pool) * Number(liquidity)
}

/**
 * Per unit of liquidity: the second token goes with the root of the price, the first with its
 * inverse.
 */
function quoteBetween(from: number, to: number, { isFirstPriced }: TickPool): number {
  return Math.abs(isFirstPriced ? to - from : 1 / to - 1 / from)
}
