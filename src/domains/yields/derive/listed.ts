import { DAY_SEC } from '../../../lib/clock.ts'

const LEAST_USD = 10_000
const MAX_AGE_SEC = 7 * DAY_SEC

/** The newest of a pool, and of its lending market if it is one. */
export interface PoolSize {
  atSec: number
  tvlUsd: number
  totalSupplyUsd: number | null
}

/** Whether a sample is recent enough to be listed (yields.md#samples). */
export function isRecent(atSec: number, nowSec: number): boolean {
  return atSec >= nowSec - MAX_AGE_SEC
}

/** Whether a pool is listed (yields.md#samples): of some size or supply, and measured lately. */
export function isListed({ atSec, tvlUsd, totalSupplyUsd }: PoolSize, nowSec: number): boolean {
  return Math.max(tvlUsd, totalSupplyUsd ?? 0) >= LEAST_USD && isRecent(atSec, nowSec)
}

/** Whether a loan to value can be right (yields.md#borrow-pools): from 0 to 1, or not known. */
export function hasPlausibleLtv(ltv: number | null): boolean {
  return ltv === null || (ltv >= 0 && ltv <= 1)
}
