import { sumOf } from '../../lib/sum-of.ts'

export type Pegged = Readonly<Record<string, number | null>>

/** A row of `/stablecoins`. */
export interface Stablecoin {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly aggregator_id: string | null
  readonly pegType: string
  readonly pegMechanism: string
  readonly circulating: Pegged
  readonly circulatingPrevDay: Pegged
  readonly circulatingPrevWeek: Pegged
  readonly circulatingPrevMonth: Pegged
  readonly chains: readonly string[]
  readonly price: number | null
  readonly carried?: boolean
  readonly yieldBearing?: boolean
  readonly lastReport?: number | null
  readonly spark?: readonly (number | null)[]
}

const OFF_PEG_POINTS = 50

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
