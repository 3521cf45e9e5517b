import { orNull } from './mnav.ts'

/** What an institution holds of an asset. */
export interface AssetHolder {
  readonly institutionId: number
  readonly usdValue: number | null
  readonly amount: number
}

/** Holders of an asset, the largest first, of equal ones the lower id. */
export function rankHolders(holders: readonly AssetHolder[]): AssetHolder[] {
  return holders.toSorted((a, b) => b.amount - a.amount || a.institutionId - b.institutionId)
}

/** What all holders have together. */
export function assetTotals(
  holders: readonly AssetHolder[],
  priceUsd: number,
): { totalAmount: number; totalUsdValue: number | null } {
  const totalAmount = holders.reduce((sum, { amount }) => sum + amount, 0)
  return { totalAmount, totalUsdValue: orNull(totalAmount * priceUsd) }
}

/** Percent of the coins in circulation; `null` when their number is not known or 0. */
export function supplyPercentage(amount: number, circulating: number | undefined): number | null {
  return circulating === undefined || circulating === 0 ? null : (amount / circulating) * 100
}
