import { weightedMedian } from './weighted-median.ts'

/** A constant-product pair as it stood after a block. */
export interface PairSample {
  timestampSec: number
  /** Reserves of the token that is priced and of the one it is quoted in, in smallest units. */
  reserve: bigint
  quoteReserve: bigint
  /** Sum of the price over all seconds, in 2^-112, and its last update; null if not recorded. */
  cumulative: { price: bigint; lastSec: number } | null
}

/** A market's price in whole units of the quote, and what it costs to move it by 2%. */
export interface MarketPrice {
  price: number
  depthInQuote: number
}

export interface PairWindow {
  fromSec: number
  toSec: number
  decimals: number
  quoteDecimals: number
}

/** x · y = k: to raise the price by 2%, the quote's reserve grows by √1.02; lowering moves more. */
const PART_TO_MOVE = Math.sqrt(1.02) - 1
const SECONDS_WRAP = 2 ** 32

/** Median of the intervals, weighted by seconds: few blocks cannot move it. Depth is the least. */
export function pairPrice(
  samples: readonly PairSample[],
  window: PairWindow,
): MarketPrice | undefined {
  const isEmpty = ({ reserve, quoteReserve }: PairSample) => reserve <= 0n || quoteReserve <= 0n
  if (samples.length === 0 || samples.some(isEmpty)) return undefined
  const intervals = samples.map((sample, index) => {
    const after = samples[index + 1]
    const untilSec = after?.timestampSec ?? window.toSec
    const seconds = Math.max(0, untilSec - Math.max(sample.timestampSec, window.fromSec))
    return { seconds, price: after === undefined ? spotOf(sample) : meanOf(sample, after) }
  })
  const middle = weightedMedian(intervals, ({ price, seconds }) => [price, seconds])
  if (middle === undefined || !(middle.price > 0)) return undefined
  const leastQuote = Math.min(
    ...samples.map(({ quoteReserve }) => Number(`${quoteReserve}e-${window.quoteDecimals}`)),
  )
  return {
    price: middle.price * 10 ** (window.decimals - window.quoteDecimals),
    depthInQuote: leastQuote * PART_TO_MOVE,
  }
}

function spotOf({ reserve, quoteReserve }: PairSample): number {
  return Number(quoteReserve) / Number(reserve)
}

/** From the sums at both ends; without sums, the price at the start of the interval. */
function meanOf(from: PairSample, to: PairSample): number {
  const seconds = to.timestampSec - from.timestampSec
  if (from.cumulative === null || to.cumulative === null || seconds <= 0) return spotOf(from)
  // The contract lets the sum overflow its 256 bits; the difference is still right.
  const grown = cumulativeAt(to, to.cumulative) - cumulativeAt(from, from.cumulative)
  return Number(BigInt.asUintN(256, grown)) / 2 ** 112 / seconds
}

/** Only trades update the sum, so the time since then is added, as the contract would. */
function cumulativeAt(
  { reserve, quoteReserve, timestampSec }: PairSample,
  { price, lastSec }: { price: bigint; lastSec: number },
): bigint {
  const since =
    ((((timestampSec % SECONDS_WRAP) - lastSec) % SECONDS_WRAP) + SECONDS_WRAP) % SECONDS_WRAP
  return price + ((quoteReserve << 112n) / reserve) * BigInt(since)
}
