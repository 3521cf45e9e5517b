import { DAY_SEC } from '../../../lib/clock.ts'

const LEAST_USD = 10_000
const MAX_AGE_SEC = 7 * DAY_SEC

/** The newest of a pool, and of its lending market if it is one. */
export interface PoolSize {
  atSec: number
  tvlUsd: number
  totalSupplyUsd: number | null
}

/** Whether a sample is recent enough to be listed (semantics 5.2). */
export function isRecent(atSec: number, nowSec: number): boolean {
  return atSec >= nowSec - MAX_AGE_SEC
}

/**
 * Whether a pool is listed (semantics 5.2): of some size, a lending market by what was supplied to
 * it, and measured lately.
 */
export function isListed({ atSec, tvlUsd, totalSupplyUsd }: PoolSize, nowSec: number): boolean {
  return Math.max(tvlUsd, totalSupplyUsd ?? 0) >= LEAST_USD && isRecent(atSec, nowSec)
}
