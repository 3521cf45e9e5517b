import { type DayPrices, priceOn } from './day-prices.ts'
import type { Holding } from './holdings.ts'
import { orNull } from './mnav.ts'

/** What an institution holds today, and what that is worth. */
export interface TreasuryTotals {
  readonly held: readonly (Holding & { readonly usdValue: number | null })[]
  /**
   * Sum of what has a price. `null` when nothing is known of its holdings, or none has a price; 0
   * when all was sold.
   */
  readonly totalUsdValue: number | null
  /** `null` as well when the cost of a part is not known. */
  readonly totalCost: number | null
  /** Value for mNAV: NaN unless everything held has a price. */
  readonly wholeUsdValue: number
}

/**
 * Totals of a treasury at the end of a day: the last point of its history (semantics 10.1, decision
 * 136).
 */
export function treasuryTotals(
  holdings: readonly Holding[],
  pricesOf: (asset: string) => DayPrices | undefined,
  today: number,
): TreasuryTotals {
  const held = holdings
    .filter(({ amount }) => amount > 0)
    .map((holding) => {
      const prices = pricesOf(holding.asset)
      return {
        ...holding,
        usdValue: prices === undefined ? null : orNull(holding.amount * priceOn(prices, today)),
      }
    })
  if (holdings.length === 0)
    return { held, totalUsdValue: null, totalCost: null, wholeUsdValue: Number.NaN }
  const known = held.flatMap(({ usdValue }) => usdValue ?? [])
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    held,
    totalUsdValue: held.length > 0 && known.length === 0 ? null : sum(known),
    totalCost: orNull(sum(held.map(({ cost }) => cost ?? Number.NaN))),
    wholeUsdValue: known.length === held.length ? sum(known) : Number.NaN,
  }
}
