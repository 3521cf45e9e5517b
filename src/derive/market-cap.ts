import { HOUR_SEC } from '../lib/clock.ts'

// Older than this a price says nothing about today (the age at which current prices are left out).
const MAX_PRICE_AGE_SEC = 12 * HOUR_SEC

/** Market cap: circulating supply × the current price; `null` when either is not known. */
export function marketCap(
  supply: number | undefined,
  price: { atSec: number; priceUsd: number } | undefined,
  nowSec: number,
): number | null {
  if (supply === undefined || price === undefined || price.atSec < nowSec - MAX_PRICE_AGE_SEC)
    return null
  return supply * price.priceUsd
}
