import type { SeenPrice } from '../model/observations.ts'
import { reconcilePrices, type SettledPrices } from './reconcile-prices.ts'
import { type KnownBases, resolveRelative } from './resolve-relative.ts'

/**
 * Everything that was seen of prices, by all sources of a moment, as one price in dollars for each
 * coin and time.
 */
export function settlePrices(seen: readonly SeenPrice[], known: KnownBases): SettledPrices {
  const { absolute, remarks } = resolveRelative(seen, known)
  const settled = reconcilePrices(absolute)
  return { prices: settled.prices, remarks: [...remarks, ...settled.remarks] }
}
