import { emptyRecord } from '../../../lib/records.ts'
import type { Balance, UsdBalance } from './supply-chart.ts'

/** What one stablecoin has on one chain. */
export interface PlaceUnits {
  /** Key of the chain. */
  readonly chain: string
  readonly pegType: string
  readonly units: number
  /** US dollars for a unit; `NaN` when not known. */
  readonly usdRate: number
}

export interface ChainTotal {
  readonly chain: string
  readonly circulating: Balance
  readonly circulatingUsd: UsdBalance
}

/** Supply on each chain by peg type, most dollars first (stablecoins.md#chains-and-dominance). */
export function chainTotals(places: Iterable<PlaceUnits>): ChainTotal[] {
  const totals = new Map<string, ChainTotal>()
  for (const { chain, pegType, units, usdRate } of places) {
    const total = totals.getOrInsertComputed(chain, () => ({
      chain,
      circulating: emptyRecord(),
      circulatingUsd: emptyRecord(),
    }))
    total.circulating[pegType] = (total.circulating[pegType] ?? 0) + units
    const known = total.circulatingUsd[pegType] ?? null
    total.circulatingUsd[pegType] = Number.isNaN(usdRate) ? known : (known ?? 0) + units * usdRate
  }
  const worth = ({ circulatingUsd }: ChainTotal) =>
    Object.values(circulatingUsd).reduce<number>((sum, usd) => sum + (usd ?? 0), 0)
  return [...totals.values()].sort((a, b) => worth(b) - worth(a) || (a.chain < b.chain ? -1 : 1))
}
