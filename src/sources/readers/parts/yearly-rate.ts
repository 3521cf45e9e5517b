import { DAY_SEC } from '../../../lib/clock.ts'
import type { BlockRef, ChainReader } from '../../chain/chain.ts'
import { blockBefore } from './block-before.ts'

const YEAR_SEC = 365 * DAY_SEC
const RAY = 1e27
/** Over how many days a yield is measured, unless the instance says so. */
export const APY_DAYS = 7

/** The block that growth is measured from; the reader's own where nodes keep no older states. */
export async function blockOfGrowth(
  chain: ChainReader,
  instance: { apyDays?: number; past?: boolean; startSec: number },
  atSec: number,
): Promise<BlockRef> {
  const { apyDays = APY_DAYS, past = true, startSec } = instance
  return past ? blockBefore(chain, Math.max(atSec - apyDays * DAY_SEC, startSec)) : chain.block
}

/** Yearly yield of a rate that is compounded every second; a fraction per year times 10^27. */
export function apyPctOfRay(ratePerYear: bigint): number {
  return 100 * Math.expm1(YEAR_SEC * Math.log1p(Number(ratePerYear) / RAY / YEAR_SEC))
}

/** Yearly growth at the pace between two times, compounded; null for less than a day. */
export function apyPctOfGrowth(
  before: { value: number; atSec: number },
  now: { value: number; atSec: number },
): number | null {
  const elapsedSec = now.atSec - before.atSec
  if (elapsedSec < DAY_SEC || !(before.value > 0) || !(now.value > 0)) return null
  return 100 * Math.expm1(Math.log(now.value / before.value) * (YEAR_SEC / elapsedSec))
}
