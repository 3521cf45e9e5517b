import type { Body } from '../../api/answers.ts'
import { sumOf } from '../../lib/sum-of.ts'

export type Stablecoins = Body<'listStablecoins'>
export type Stablecoin = Stablecoins['peggedAssets'][number]

const OFF_PEG_POINTS = 50

/** A supply by the currency of its peg. */
export type Pegged = Stablecoin['circulating']

/** Change of a supply in percent. */
export function since(now: Pegged, before: Pegged): number | null {
  const value = sumOf(now)
  const earlier = sumOf(before)
  return value === null || earlier === null || earlier === 0 ? null : (value / earlier - 1) * 100
}

/** Hundredths of a percent away from one dollar; other pegs have no price to compare with. */
export function offPeg({ price, pegType }: Stablecoin): number | null {
  return price === null || pegType !== 'peggedUSD' ? null : Math.round((price - 1) * 10_000)
}

export function isOffPeg(coin: Stablecoin): boolean {
  const points = offPeg(coin)
  return points !== null && Math.abs(points) > OFF_PEG_POINTS
}
