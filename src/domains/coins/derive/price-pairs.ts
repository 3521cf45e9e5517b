import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'

/** Moments at which prices are wanted, by coin. */
export type CoinMoments = ReadonlyMap<string, readonly number[]>

/**
 * Coin–moment pairs as parallel lists for the engine. Buckets of equal length, numbered from 1970,
 * cover the records within reach of a pair, and a little more.
 */
export interface PricePairs {
  readonly coins: string[]
  /** Position of the pair's coin in `coins`, counted from 1. */
  readonly pairCoins: number[]
  readonly pairsSec: number[]
  readonly bucketSec: number
  readonly bucketCoins: number[]
  readonly buckets: number[]
}

/** `undefined` when no record can be within reach of any moment. */
export function pricePairs(moments: CoinMoments, widthSec: number): PricePairs | undefined {
  // As long as what a moment reaches, so that each pair lies in at most two buckets.
  const bucketSec = Math.min(2 * widthSec + 1, LATEST_UNIX_SEC)
  const pairs = { pairCoins: [] as number[], pairsSec: [] as number[] }
  const cover = { bucketCoins: [] as number[], buckets: [] as number[] }
  const coins: string[] = []
  for (const [coin, momentsSec] of moments) {
    const reached = momentsSec.filter(
      (momentSec) => momentSec + widthSec >= 0 && momentSec - widthSec <= LATEST_UNIX_SEC,
    )
    if (reached.length === 0) continue
    const position = coins.push(coin)
    // The end of time stands behind the last moment, so that every record has a moment after it.
    for (const pairSec of new Set([...reached.map(toFactTime), LATEST_UNIX_SEC])) {
      pairs.pairCoins.push(position)
      pairs.pairsSec.push(pairSec)
    }
    const ends = reached.flatMap((momentSec) => [momentSec - widthSec, momentSec + widthSec])
    for (const bucket of new Set(ends.map((sec) => Math.floor(toFactTime(sec) / bucketSec)))) {
      cover.bucketCoins.push(position)
      cover.buckets.push(bucket)
    }
  }
  return coins.length === 0 ? undefined : { coins, ...pairs, bucketSec, ...cover }
}

/** Facts have no time before 1970 and none that needs more than 32 bits. */
function toFactTime(sec: number): number {
  return Math.min(Math.max(sec, 0), LATEST_UNIX_SEC)
}
