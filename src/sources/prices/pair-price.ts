import { weightedMedian } from './weighted-median.ts'

/** A constant-product pair as it stood after a block. */
export interface PairSample {
  timestampSec: number
  /** Reserves of the token that is priced and of the one it is quoted in, in smallest units. */
  reserve: bigint
  quoteReserve: bigint
  /**
   * Sum of the token's price over all seconds, in 2^-112, and when it was last brought up to date;
   * of pairs that keep it.
   */
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

/**
 * x · y = k: to raise the price by 2%, the quote's reserve must grow by √1.02; lowering it moves
 * more (1 − √0.98).
 */
const PART_TO_MOVE = Math.sqrt(1.02) - 1
const SECONDS_WRAP = 2 ** 32

/**
 * The median of the mean prices of the window's pieces, weighted by their seconds: what happens
 * within few blocks lies within one piece, so it moves nothing, whatever was traded. The depth is
 * the least of all samples, so that no liquidity counts that was not there the whole time. The last
 * state holds up to the window's end.
 */
export function pairPrice(
  samples: readonly PairSample[],
  window: PairWindow,
): MarketPrice | undefined {
  if (
    samples.length === 0 ||
    samples.some(({ reserve, quoteReserve }) => reserve <= 0n || quoteReserve <= 0n)
  )
    return undefined
  const pieces = samples.map((sample, index) => {
    const after = samples[index + 1]
    const untilSec = after?.timestampSec ?? window.toSec
    const seconds = Math.max(0, untilSec - Math.max(sample.timestampSec, window.fromSec))
    return { seconds, price: after === undefined ? spotOf(sample) : meanOf(sample, after) }
  })
  const middle = weightedMedian(
    pieces,
    ({ price }) => price,
    ({ seconds }) => seconds,
  )
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

/**
 * From the sums that both ends keep; where a pair keeps none, the price at the piece's beginning
 * stands until its end.
 */
function meanOf(from: PairSample, to: PairSample): number {
  const seconds = to.timestampSec - from.timestampSec
  if (from.cumulative === null || to.cumulative === null || seconds <= 0) return spotOf(from)
  // The contract lets the sum run over its 256 bits; the difference is right all the same.
  const sum = BigInt.asUintN(
    256,
    cumulativeAt(to, to.cumulative) - cumulativeAt(from, from.cumulative),
  )
  return Number(sum) / 2 ** 112 / seconds
}

/**
 * The sum is only brought up to date by trades, so what has passed since is added, as the contract
 * would.
 */
function cumulativeAt(
  { reserve, quoteReserve, timestampSec }: PairSample,
  { price, lastSec }: { price: bigint; lastSec: number },
): bigint {
  const since =
    ((((timestampSec % SECONDS_WRAP) - lastSec) % SECONDS_WRAP) + SECONDS_WRAP) % SECONDS_WRAP
  return price + ((quoteReserve << 112n) / reserve) * BigInt(since)
}
