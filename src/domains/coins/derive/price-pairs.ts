import { at } from '../../../lib/at.ts'
import { LATEST_UNIX_SEC } from '../../../lib/clock.ts'

/** Timestamps at which prices are wanted, by coin. */
export type CoinTimestamps = ReadonlyMap<string, readonly number[]>

/**
 * Coin–timestamp pairs as parallel lists for the engine; numbered buckets cover their reach. Positions
 * of coins count from 1. `undefined` when no record can be within reach of any timestamp.
 */
export function pricePairs(timestamps: CoinTimestamps, widthSec: number) {
  // As long as what a timestamp reaches, so that each pair is in at most two buckets.
  const bucketSec = Math.min(2 * widthSec + 1, LATEST_UNIX_SEC)
  const pairs = { pairCoins: [] as number[], pairsSec: [] as number[] }
  const cover = { bucketCoins: [] as number[], buckets: [] as number[] }
  const coins: string[] = []
  for (const [coin, timesSec] of timestamps) {
    const reached = timesSec.filter(
      (timeSec) => timeSec + widthSec >= 0 && timeSec - widthSec <= LATEST_UNIX_SEC,
    )
    if (reached.length === 0) continue
    const position = coins.push(coin)
    // The end of time stands behind the last timestamp, so that every record has a timestamp after it.
    for (const pairSec of new Set([...reached.map(toFactTime), LATEST_UNIX_SEC])) {
      pairs.pairCoins.push(position)
      pairs.pairsSec.push(pairSec)
    }
    const ends = reached.flatMap((timeSec) => [timeSec - widthSec, timeSec + widthSec])
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

/** Where records near equally distant timestamps are, for arithmetic on times that are never negative. */
export interface RegularSteps {
  readonly fromSec: number
  readonly toSec: number
  readonly stepSec: number
  /** Added to a time it ends steps at timestamps: records up to a timestamp share its step. */
  readonly stepShiftSec: number
  /** Added to a time it makes the step begin where the reach of a timestamp does. */
  readonly reachShiftSec: number
  /** True when some records are between the reach of two timestamps. */
  readonly hasGaps: boolean
}

/** `undefined` when no record can be within reach. One timestamp is a step as long as all time. */
export function regularSteps(
  timesSec: readonly number[],
  widthSec: number,
): RegularSteps | undefined {
  if (timesSec.length === 0) return undefined
  const [firstSec, lastSec] = [at(timesSec, 0), at(timesSec, timesSec.length - 1)]
  const stepSec = firstSec === lastSec ? LATEST_UNIX_SEC : at(timesSec, 1) - firstSec
  const fromSec = Math.max(0, firstSec - widthSec)
  const toSec = Math.min(LATEST_UNIX_SEC, lastSec + widthSec)
  if (fromSec > toSec) return undefined
  return {
    fromSec,
    toSec,
    stepSec,
    stepShiftSec: modulo(stepSec - 1 - firstSec, stepSec),
    reachShiftSec: modulo(widthSec - firstSec, stepSec),
    hasGaps: firstSec !== lastSec && 2 * widthSec < stepSec - 1,
  }
}

/** The remainder that is never negative. */
function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}
