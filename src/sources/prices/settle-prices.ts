import type { SeenPrice } from '../model/observations.ts'
import { reconcilePrices, type SettledPrices } from './reconcile-prices.ts'
import { type KnownBases, resolveRelative } from './resolve-relative.ts'

/** One price in dollars for each coin and time, out of all that were seen. */
export function settlePrices(seen: readonly SeenPrice[], known: KnownBases): SettledPrices {
  const { absolute, remarks } = resolveRelative(seen, known)
  const settled = reconcilePrices(absolute)
  return { prices: settled.prices, remarks: [...remarks, ...settled.remarks] }
}
