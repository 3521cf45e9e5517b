/**
 * How far a staking token trades from what it stands for, in percent (yields.md#staking-rates);
 * below 0 it trades at a discount.
 */
export function ethPeg(expectedRate: number, marketRate: number | null): number | null {
  if (marketRate === null || expectedRate === 0) return null
  return (marketRate / expectedRate - 1) * 100
}

/**
 * Each one's share of the value of all, in percent (attribution.md#categories); `null` for one
 * whose value is not known. Together they are 100.
 */
export function marketShares(valuesUsd: readonly (number | null)[]): (number | null)[] {
  const total = valuesUsd.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  return valuesUsd.map((value) => (value === null || total === 0 ? null : (value / total) * 100))
}
